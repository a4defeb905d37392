import { SCRIPTS } from '#contract/text-scripts.ts'
import {
  COLON,
  CONTINUATION,
  DIGIT,
  entryOf,
  FOREIGN,
  LATIN,
  LOWER,
  lastOf,
  PIECES,
  PUNCTUATION,
  runOf,
  SPACE,
  SPECIAL,
  STATE_MASK,
  STEPS,
  SYMBOL,
  SYMBOL_BIT,
  stateOf,
  UPPER,
  WORD_BIT,
} from './text-steps.ts'

/**
 * Counts the pieces of a text in one cheap pass over its UTF-8 bytes: words, runs of punctuation, numbers, line ends
 * and characters of other scripts, which is about where tokenizers split. No tokenizer's vocabulary is used.
 */

/** The number of pieces of each script, in the order of SCRIPTS; not rounded. */
export type Pieces = readonly number[]

/**
 * How text stands in the bytes: `plain`, `escaped` as inside a JSON text, or `body`: JSON whose texts are read by a
 * model while its own quotes are not.
 */
export type Writing = 'plain' | 'escaped' | 'body'

const PROSE = 0
const CODE = 1
const JSON_TEXT = 2
const CJK = 3
const OTHER = 4

const LINE = 1.15
const FURTHER_LINE = 0.05
/** A line is code from this number of symbols per word on. */
const SYMBOLS_PER_WORD = 0.2

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LETTER_N = 0x6e
const LETTER_R = 0x72
const LETTER_T = 0x74
const LETTER_U = 0x75

/** The last byte with which an accented Latin letter begins. */
const LAST_LATIN = 0xc9

/** The kind of every byte, by the way in which text is written. */
const CLASSES: Record<Writing, Uint8Array> = {
  plain: classesOf('\n\r\t'),
  escaped: classesOf('\n\r\t\\'),
  body: classesOf('\n\r\t\\"'),
}

function classesOf(special: string): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) =>
    byte < 0x80 && special.includes(String.fromCharCode(byte)) ? SPECIAL : classOf(byte),
  )
}

function classOf(byte: number): number {
  if (byte >= 0xc0) return byte <= LAST_LATIN ? LATIN : FOREIGN
  if (byte >= 0x80) return CONTINUATION
  const character = String.fromCharCode(byte)
  if (/[a-z]/.test(character)) return LOWER
  if (/[A-Z]/.test(character)) return UPPER
  if (/\d/.test(character)) return DIGIT
  if (byte <= 0x20) return SPACE
  if (character === ':') return COLON
  return /[{}=;<>[\]()_&|$#*/+@\\%~^`]/.test(character) ? SYMBOL : PUNCTUATION
}

/** The script and the pieces of a character by the first byte of its UTF-8 form. */
const FOREIGN_SCRIPTS = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0xe3 && byte <= 0xef ? CJK : OTHER))
const FOREIGN_PIECES = Float64Array.from({ length: 256 }, (_, byte) => {
  // An accent inside a word; alphabets and syllables; symbols; Chinese, Japanese and Korean; emoji.
  if (byte <= 0xc9) return 0.6
  if (byte <= 0xdf) return 0.45
  if (byte <= 0xe1) return 0.55
  return byte >= 0xf0 ? 1.8 : 1
})

/** Counts a text that arrives in parts. */
export class TextCounter {
  readonly #pieces = new Float64Array(SCRIPTS.length)
  /** Pieces of the current line, and what decides its script. */
  #line = 0
  #words = 0
  #symbols = 0
  #keys = 0
  /** The script of the last line with a word, to which lines without any belong. */
  #script = PROSE
  /** See `text-steps.ts`. */
  #state = stateOf(SPECIAL, 0)

  /** Counts a part, which must not begin or end within a character or an escape. */
  add(bytes: Uint8Array, start = 0, end = bytes.length, writing: Writing = 'plain'): void {
    const classes = CLASSES[writing]
    // A number of 32 bits: the engine reads bytes at positions of 64 bits ten times slower.
    const last = end | 0
    for (let at = start | 0; at < last; at++) {
      at = this.#addUntilSpecial(bytes, at, last, classes)
      if (at < last) at += this.#addSpecial(bytes, at, writing)
    }
  }

  /** The pieces so far. */
  get pieces(): Pieces {
    const pieces = [...this.#pieces]
    const script = this.#scriptOfLine()
    pieces[script] = (pieces[script] ?? 0) + this.#line
    return pieces
  }

  /** The estimated tokens so far, by tokens per piece of each script; not rounded. */
  tokens(ratios: readonly number[]): number {
    let tokens = this.#line * (ratios[this.#scriptOfLine()] ?? 1)
    for (let script = 0; script < SCRIPTS.length; script++)
      tokens += (this.#pieces[script] ?? 0) * (ratios[script] ?? 1)
    return tokens
  }

  /** Returns the position of the next special byte. Counts in local variables: this is the loop over every byte. */
  #addUntilSpecial(bytes: Uint8Array, start: number, end: number, classes: Uint8Array): number {
    const pieces = this.#pieces
    let line = 0
    let words = 0
    let symbols = 0
    let state = this.#state
    let at = start
    for (; at < end; at++) {
      const byte = bytes[at] as number
      const kind = classes[byte] as number
      if (kind >= COLON) {
        if (kind === SPECIAL) break
        if (kind !== COLON) {
          const script = FOREIGN_SCRIPTS[byte] as number
          pieces[script] = (pieces[script] as number) + (FOREIGN_PIECES[byte] as number)
        } else if (at > 0 && bytes[at - 1] === QUOTE) this.#keys += 1
      }
      const entry = entryOf(state, kind)
      const step = STEPS[entry] as number
      line += PIECES[entry] as number
      state = step & STATE_MASK
      words += (step >> WORD_BIT) & 1
      symbols += step >> SYMBOL_BIT
    }
    this.#line += line
    this.#words += words
    this.#symbols += symbols
    this.#state = state
    return at
  }

  /** Counts a special byte and what it introduces; returns the number of bytes after it that are counted. */
  #addSpecial(bytes: Uint8Array, at: number, writing: Writing): number {
    const byte = bytes[at]
    if (byte === BACKSLASH && writing !== 'plain') return this.#addEscape(bytes, at + 1)
    if (byte === QUOTE) this.#endText()
    else this.#addLineEnd()
    return 0
  }

  /** Counts the character of an escape; returns the number of bytes after its backslash. */
  #addEscape(bytes: Uint8Array, at: number): number {
    const byte = bytes[at] ?? 0
    if (byte === LETTER_U) {
      const unit = Number.parseInt(String.fromCharCode(...bytes.subarray(at + 1, at + 5)), 16)
      // Each half of a pair becomes U+FFFD, which counts like half of a symbol.
      const character = Buffer.from(String.fromCharCode(unit))
      this.#addUntilSpecial(character, 0, character.length, CLASSES.plain)
      return 5
    }
    if (byte === LETTER_N || byte === LETTER_R || byte === LETTER_T) this.#addLineEnd()
    else this.#addUntilSpecial(bytes, at, Math.min(at + 1, bytes.length), CLASSES.plain)
    return 1
  }

  #addLineEnd(): void {
    this.#line += lastOf(this.#state) === SPECIAL ? FURTHER_LINE : LINE
    this.#endLine()
    this.#state = stateOf(SPECIAL, runOf(this.#state))
  }

  /** A text of the JSON around it begins or ends. */
  #endText(): void {
    this.#endLine()
    this.#state = stateOf(PUNCTUATION, runOf(this.#state))
  }

  #scriptOfLine(): number {
    if (this.#words === 0) return this.#script
    if (this.#keys > 0) return JSON_TEXT
    return this.#symbols >= this.#words * SYMBOLS_PER_WORD ? CODE : PROSE
  }

  #endLine(): void {
    const script = this.#scriptOfLine()
    this.#pieces[script] = (this.#pieces[script] ?? 0) + this.#line
    this.#script = script
    this.#line = 0
    this.#words = 0
    this.#symbols = 0
    this.#keys = 0
  }
}

/** Counts a whole text. */
export function countPieces(text: string): Pieces {
  const counter = new TextCounter()
  counter.add(Buffer.from(text))
  return counter.pieces
}
