import { type Steps, stepThrough } from '../../platform/async/steps.ts'
import { DOT_ABOVE, DOTTED_I, LETTER_I, variantsOf } from './fold-case.ts'
import { LOWER_CASE } from './gram-filter.ts'

/** The bytes with which folded words can be written. */
export interface Spellings {
  /** The first bytes of the words in every spelling, all of one length: that of the shortest, or `most`. */
  readonly beginnings: readonly Uint8Array[]
  /** Bytes of the longest word in its longest spelling. */
  readonly longest: number
}

/** How a character can be written: as the filter compares it, with one character for each byte. */
interface CharacterSpellings {
  readonly texts: readonly string[]
  readonly shortest: number
  readonly longest: number
}

/** Collects how folded words can begin. */
export function* collectSpellings(words: readonly (readonly number[])[], most: number): Steps<Spellings> {
  const known = new Map<number, CharacterSpellings>()
  const spellingsOf = (code: number): CharacterSpellings => {
    const spellings = known.get(code) ?? spell(code)
    known.set(code, spellings)
    return spellings
  }
  let length = most
  let longest = 0
  yield* stepThrough(words.length, (at) => {
    let least = 0
    let longestOfWord = 0
    for (const code of words[at] as readonly number[]) {
      const spellings = spellingsOf(code)
      least += spellings.shortest
      longestOfWord += spellings.longest
    }
    length = Math.min(length, least)
    longest = Math.max(longest, longestOfWord)
  })
  const found = new Set<string>()
  const extend = (beginning: string, word: readonly number[], at: number): void => {
    if (beginning.length >= length) found.add(beginning.slice(0, length))
    else for (const text of spellingsOf(word[at] as number).texts) extend(beginning + text, word, at + 1)
  }
  yield* stepThrough(words.length, (at) => extend('', words[at] as readonly number[], 0))
  const beginnings: Uint8Array[] = []
  const texts = [...found]
  yield* stepThrough(texts.length, (at) => beginnings.push(Buffer.from(texts[at] as string, 'latin1')))
  return { beginnings, longest }
}

function spell(code: number): CharacterSpellings {
  const dotted = code === LETTER_I || code === DOT_ABOVE ? [DOTTED_I] : []
  const spellings = [...variantsOf(code), ...dotted].map((variant) => {
    const bytes = Buffer.from(String.fromCodePoint(variant))
    return String.fromCharCode(...bytes.map((byte) => byte | LOWER_CASE))
  })
  // Behind an `İ` the dot has no bytes of its own.
  const texts = [...new Set(code === DOT_ABOVE ? ['', ...spellings] : spellings)]
  const lengths = texts.map((text) => text.length)
  return { texts, shortest: Math.min(...lengths), longest: Math.max(...lengths) }
}
