extension InputDecoder {
  mutating func takeControl(_ byte: UInt8, _ parameters: [UInt8]) {
    switch byte {
    case 0x20..<0x40:
      // A sequence that is too long is collected no further, and will make no sense at its end.
      let isFull = parameters.count > Self.maximumSequenceBytes
      state = .control(isFull ? parameters : parameters + [byte])
    case UInt8(ascii: "[") where parameters.isEmpty:
      state = .linuxFunction
    case UInt8(ascii: "M") where parameters.isEmpty:
      state = .oldMouse([])
    case 0x40...0x7E:
      state = .ground
      if parameters.count > Self.maximumSequenceBytes {
        emit(.unknown)
      } else {
        finishControl(byte, parameters)
      }
    default:
      emit(.unknown)
      takeGround(byte)
    }
  }

  mutating func takeApplication(_ byte: UInt8) {
    state = .ground
    if (0x40..<0x7F).contains(byte) {
      emit(Key(final: byte))
    } else {
      emit(.unknown)
      takeGround(byte)
    }
  }

  mutating func takeLinuxFunction(_ byte: UInt8) {
    state = .ground
    let isKey = (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte)
    emit(isKey ? .function(Int(byte - UInt8(ascii: "A")) + 1) : .unknown)
    if !isKey { takeGround(byte) }
  }

  mutating func startText(_ byte: UInt8) {
    if let sequence = TextSequence(first: byte) {
      state = .text(sequence)
    } else {
      emit(.unknown)
    }
  }

  mutating func takeText(_ byte: UInt8, _ sequence: TextSequence) {
    guard byte & 0xC0 == 0x80 else {
      emit(.unknown)
      return takeGround(byte)
    }
    var sequence = sequence
    sequence.append(byte)
    guard sequence.isComplete else {
      state = .text(sequence)
      return
    }
    state = .ground
    emit(sequence.character.map(Key.character) ?? .unknown)
  }

  private mutating func finishControl(_ final: UInt8, _ parameters: [UInt8]) {
    if parameters.first == UInt8(ascii: "<") {
      return finishMouse(final, parameters.dropFirst())
    }
    let numbers = Self.numbers(parameters[...])
    guard final == UInt8(ascii: "~") else { return emit(Key(final: final)) }
    switch numbers.first {
    case 200: paste = PasteCollector()
    // The end of a paste that never began.
    case 201: emit(.unknown)
    case let number?: emit(Key(tilde: number))
    case nil: emit(.unknown)
    }
  }

  private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
  }
}
