import ArgumentParser
import CommandKit
import Foundation

Console.prepare()
exit(Tagsim.execute(Array(CommandLine.arguments.dropFirst())).rawValue)
