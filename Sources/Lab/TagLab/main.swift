import ArgumentParser
import CommandKit
import Foundation

Console.prepare()
exit(TagsimLab.execute(Array(CommandLine.arguments.dropFirst())).rawValue)
