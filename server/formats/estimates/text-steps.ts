/**
 * What each kind of byte adds to a count, by what stands before it: tables, because the branches of a text's letters are
 * what a processor predicts worst.
 */

/** Kinds of bytes; that of the last byte that counted says what the next one continues. */
export const LOWER = 0
export const UPPER = 1
export const DIGIT = 2
export const PUNCTUATION = 3
/** Punctuation that is frequent in code and rare in prose. */
export const SYMBOL = 4
export const SPACE = 5
export const CONTINUATION = 6
/** The kinds from here on need more than a table. */
export const COLON = 7
/** A character of another script. */
export const FOREIGN = 8
/** An accented Latin letter, which continues a word. */
export const LATIN = 9
/** Handled outside of the loop: line ends, and what stands for something else in JSON. */
export const SPECIAL = 10

/**
 * Pieces by kind. The weights were fitted to the counts of four tokenizers for English, code and JSON, so that a piece
 * is about a token there.
 */
const WORD = 1.03
/** Letters of one word beyond this number are counted by themselves: such words are names, keys or base64. */
const WORD_LETTERS = 12
const FURTHER_LETTER = 0.25
const PUNCTUATION_RUN = 0.68
const FURTHER_PUNCTUATION = 0.08
const RUN_PUNCTUATION = 4
const LONG_RUN_PUNCTUATION = 0.25
const NUMBER = 1.45
const FURTHER_DIGIT = 0.25
/** White space is part of the piece beside it, but long runs of it cost something. */
const BLANK = 0.01

/** A state is the last kind, and the length of the current run of letters or punctuation, which is cut off here. */
const MAX_RUN = WORD_LETTERS + 1
const RUN_BITS = 4
const KIND_BITS = 4
const RUN_MASK = 2 ** RUN_BITS - 1
export const stateOf = (last: number, run: number): number => (last << RUN_BITS) | Math.min(run, MAX_RUN)
export const lastOf = (state: number): number => state >> RUN_BITS
export const runOf = (state: number): number => state & RUN_MASK

/** The entry of a state and the kind of a byte. */
export const entryOf = (state: number, kind: number): number => (state << KIND_BITS) | kind
const ENTRIES = entryOf(stateOf(SPECIAL, MAX_RUN) + 1, 0)

/** The pieces that a byte adds. */
export const PIECES = new Float64Array(ENTRIES)
/** The state after it, and above that whether it begins a word, and whether it is a symbol. */
export const STEPS = new Uint16Array(ENTRIES)
export const STATE_MASK = 0xff
export const WORD_BIT = 8
export const SYMBOL_BIT = 9

for (let last = LOWER; last <= SPECIAL; last++) {
  for (let run = 0; run <= MAX_RUN; run++) {
    for (let kind = LOWER; kind < SPECIAL; kind++) {
      const entry = entryOf(stateOf(last, run), kind)
      const next = step(last, run, kind)
      PIECES[entry] = next.pieces
      STEPS[entry] =
        stateOf(next.last, next.run) | (next.beginsWord ? 1 << WORD_BIT : 0) | (kind === SYMBOL ? 1 << SYMBOL_BIT : 0)
    }
  }
}

interface Step {
  last: number
  run: number
  pieces: number
  beginsWord?: boolean
}

function step(last: number, run: number, kind: number): Step {
  if (kind === LOWER || kind === UPPER) {
    // A capital letter begins a word, unless it follows another one.
    if (last === UPPER || (last === LOWER && kind === LOWER))
      return { last: kind, run: run + 1, pieces: run + 1 > WORD_LETTERS ? FURTHER_LETTER : 0 }
    return { last: kind, run: 1, pieces: WORD, beginsWord: true }
  }
  if (kind === SPACE) return { last: last === SPECIAL ? SPECIAL : SPACE, run, pieces: BLANK }
  if (kind === DIGIT) return { last: DIGIT, run, pieces: last === DIGIT ? FURTHER_DIGIT : NUMBER }
  if (kind === FOREIGN) return { last: FOREIGN, run, pieces: 0 }
  if (kind === LATIN) return { last: LOWER, run, pieces: 0 }
  if (kind === CONTINUATION) return { last, run, pieces: 0 }
  const length = last === PUNCTUATION ? run + 1 : 1
  const further = length > RUN_PUNCTUATION ? LONG_RUN_PUNCTUATION : FURTHER_PUNCTUATION
  return { last: PUNCTUATION, run: length, pieces: length === 1 ? PUNCTUATION_RUN : further }
}
