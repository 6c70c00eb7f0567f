import ArgumentParser
import Foundation

exit(Tagsim.execute(Array(CommandLine.arguments.dropFirst())).rawValue)
