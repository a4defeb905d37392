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
  /** Adds the spellings of a word character by character: texts that are the same so far go on as one. */
  const collect = (word: readonly number[]): void => {
    let open = new Set([''])
    for (let at = 0; open.size > 0 && at < word.length; at++) {
      const longer = new Set<string>()
      for (const beginning of open) {
        for (const text of spellingsOf(word[at] as number).texts) {
          const extended = beginning + text
          if (extended.length >= length) found.add(extended.slice(0, length))
          else longer.add(extended)
        }
      }
      open = longer
    }
  }
  yield* stepThrough(words.length, (at) => collect(words[at] as readonly number[]))
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
