import { atOnce, type Steps, stepThrough } from '../../platform/async/steps.ts'
import { findInSteps } from '../body/find-in-steps.ts'
import { Automaton, ROOT } from './automaton.ts'
import { CODE_BITS, CODE_MASK, decodeCharacter, decodeEscape, SHORT_ESCAPE_BYTES } from './decode.ts'
import { DOT_ABOVE, DOTTED_I, LETTER_I, textFolder } from './fold-case.ts'
import { BLOCK_BYTES, GramFilter, longestBeginning, WORD_BYTES } from './gram-filter.ts'
import { collectSpellings } from './spellings.ts'

const BACKSLASH = 0x5c
const FIRST_NON_ASCII = 0x80
/** Shorter texts are read faster than a filter is set up. */
const MIN_FILTERED_BYTES = 1024
/** Escapes that are not further apart are read in one go. */
const NEAR_BYTES = 32
/** So much is read, or skipped, before others have their turn: less than a millisecond. */
const STEP_BYTES = 64 * 1024
const STEP_BLOCKS = (8 * STEP_BYTES) / BLOCK_BYTES
/** Each character that JSON can write as an escape of one letter. */
const SHORT_ESCAPES = new Map(
  ['"', '\\', '/', '\b', '\f', '\n', '\r', '\t'].map((character) => {
    const json = JSON.stringify(character).slice(1, -1)
    return [character.charCodeAt(0), json.length > 1 ? json : `\\${character}`]
  }),
)

/**
 * Searches the UTF-8 bytes of texts for any of many words, whatever their case, and without decoding what no word can
 * be in: a filter skips it. An automaton reads the rest. Linear in the number of bytes, for any words.
 */
export class WordSearch {
  readonly #automaton: Automaton
  readonly #filter: GramFilter | undefined
  /** Bytes of the longest word in its longest spelling without an escape. */
  readonly #longest: number
  /** How the escapes begin that can stand for a character of a word. */
  readonly #escapes: readonly Buffer[]

  private constructor(automaton: Automaton, filter: GramFilter | undefined, longest: number) {
    const short = [...SHORT_ESCAPES].filter(([code]) => automaton.symbolOf(code) !== 0)
    this.#automaton = automaton
    this.#filter = filter
    this.#longest = longest
    this.#escapes = ['\\u', ...short.map(([, written]) => written)].map((written) => Buffer.from(written))
  }

  /** Prepares for the search, which takes some 200 ms for 20,000 words. */
  static *build(words: readonly string[]): Steps<WordSearch> {
    const fold = textFolder()
    const folded: number[][] = []
    yield* stepThrough(words.length, (at) => {
      const word = fold(words[at] as string)
      if (word.length > 0) folded.push(word)
    })
    const { beginnings, longest } = yield* collectSpellings(folded, longestBeginning(folded.length))
    const automaton = yield* Automaton.build(folded)
    return new WordSearch(automaton, yield* GramFilter.build(beginnings), longest)
  }

  /** Whether a text contains a word. */
  isIn(text: string): boolean {
    return this.#search(Buffer.from(text), false)
  }

  /** Whether a JSON text contains a word, as it stands or written with escapes, in a value or anywhere else. */
  isInJson(json: Buffer): boolean {
    return this.#search(json, true)
  }

  /** As `isInJson`, for large texts: rests now and then. */
  isInJsonInSteps(json: Buffer): Steps<boolean> {
    return this.#searchInSteps(json, true)
  }

  #search(bytes: Buffer, isJson: boolean): boolean {
    if (this.#filter && bytes.length >= MIN_FILTERED_BYTES) return atOnce(this.#searchInSteps(bytes, isJson))
    return this.#read(bytes, readingOf(0, bytes.length), bytes.length, isJson)
  }

  *#searchInSteps(bytes: Buffer, isJson: boolean): Steps<boolean> {
    const { length } = bytes
    const filter = this.#filter
    const escapes = (isJson ? this.#escapes : []).map((written) => ({ written, next: -1 }))
    // A view of 32-bit words must be aligned. Blocks are counted from its start.
    const start = -bytes.byteOffset & (WORD_BYTES - 1)
    const view = new Int32Array(bytes.buffer, bytes.byteOffset + start, Math.floor((length - start) / WORD_BYTES))
    // The last samples of a block reach into what is behind it.
    const blocks = Math.floor(((view.length - 1) * WORD_BYTES) / BLOCK_BYTES)
    const blockOf = (at: number) => Math.max(0, ((at - start) / BLOCK_BYTES) | 0)
    /** No word begins before it. */
    let done = 0
    while (done < length) {
      let reading = readingOf(0, length)
      if (filter) {
        const near = yield* nextEscape(bytes, escapes, done)
        // From here on nothing is skipped: a word could reach the escape, or these bytes are not in a whole block.
        const last = near < length ? near - this.#longest : start + blocks * BLOCK_BYTES - filter.reach
        const end = Math.min(blocks, blockOf(last + filter.reach) + 1)
        const most = Math.min(end, blockOf(done) + STEP_BLOCKS)
        const block = filter.next(view, blockOf(done), most)
        const blockStart = start + block * BLOCK_BYTES
        if (block === most && most < end) {
          done = characterStart(bytes, blockStart - filter.reach, done)
          yield
          continue
        }
        reading =
          block < end
            ? readingOf(characterStart(bytes, blockStart - filter.reach, done), blockStart + BLOCK_BYTES)
            : readingOf(characterStart(bytes, last, done), Math.min(length, near + NEAR_BYTES))
      }
      for (; !isOver(reading, length); yield)
        if (this.#read(bytes, reading, reading.at + STEP_BYTES, isJson)) return true
      done = reading.at
    }
    return false
  }

  /**
   * Reads characters up to where no word has begun, behind `least` of the reading, or to about `most`. Returns whether
   * there is a word.
   */
  #read(bytes: Buffer, reading: Reading, most: number, isJson: boolean): boolean {
    const automaton = this.#automaton
    const { ends, symbols } = automaton
    // A number of 32 bits: the engine reads bytes at positions of 64 bits ten times slower.
    const last = Math.min(bytes.length, most) | 0
    let { at, state, least } = reading
    while (at < last && (at < least || state !== ROOT)) {
      let code = bytes[at] as number
      if (code >= FIRST_NON_ASCII) {
        const decoded = decodeCharacter(bytes, at)
        code = decoded & CODE_MASK
        at += decoded >>> CODE_BITS
      } else if (code === BACKSLASH && isJson) {
        const decoded = decodeEscape(bytes, at)
        const size = decoded >>> CODE_BITS
        code = decoded & CODE_MASK
        at += size
        // The next one of them would be searched for otherwise; what stands for no character of a word is skipped.
        if (size > SHORT_ESCAPE_BYTES || automaton.symbolOf(code) !== 0)
          least = Math.max(least, Math.min(bytes.length, at + NEAR_BYTES))
      } else at += 1
      if (code === DOTTED_I) {
        state = automaton.step(state, symbols[LETTER_I] as number)
        if (ends[state] === 1) return true
        code = DOT_ABOVE
      }
      state = automaton.step(state, automaton.symbolOf(code))
      if (ends[state] === 1) return true
    }
    reading.at = at
    reading.state = state
    reading.least = least
    return false
  }
}

/** Where an automaton is in a text. */
interface Reading {
  at: number
  state: number
  /** It reads at least up to here. */
  least: number
}

const readingOf = (start: number, end: number): Reading => ({ at: start, state: ROOT, least: end })

const isOver = ({ at, state, least }: Reading, length: number): boolean =>
  at >= length || (at >= least && state === ROOT)

/** How an escape begins, and where it stands next; −1 = not yet known. */
interface EscapeMark {
  written: Buffer
  next: number
}

/** Returns the position of the next escape from `from` on; the end when there is none. */
function* nextEscape(bytes: Buffer, marks: readonly EscapeMark[], from: number): Steps<number> {
  let nearest = bytes.length
  for (const mark of marks) {
    if (mark.next < from) {
      const index = yield* findInSteps(bytes, mark.written, from)
      mark.next = index < 0 ? bytes.length : index
    }
    if (mark.next < nearest) nearest = mark.next
  }
  return nearest
}

/** Returns a position not behind `at`, nor before `least`, which is within no character and no escape of one letter. */
function characterStart(bytes: Buffer, at: number, least: number): number {
  let start = Math.max(at, least)
  while (start > least && (isContinuation(bytes[start]) || bytes[start - 1] === BACKSLASH)) start -= 1
  return start
}

const isContinuation = (byte = 0) => (byte & 0xc0) === 0x80
