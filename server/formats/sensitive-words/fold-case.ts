/** Letters that differ only in case are searched as one: `É` and `é`, `Σ`, `σ` and `ς`. */

/** `İ`, which in lower case is two characters: an `i`, and a dot above. */
export const DOTTED_I = 0x130
export const LETTER_I = 0x69
export const DOT_ABOVE = 0x307
/** The only character that is not ASCII itself but folds to one that is, a `k`. */
const KELVIN = 0x212a
const LETTER_K = 0x6b
const FIRST_NON_ASCII = 0x80
const FIRST_ASTRAL = 0x10000
/** No alphabet with cases is behind it. */
const FIRST_BEHIND_CASES = 0x1f000
const CASED = /\p{Changes_When_Casemapped}/gu
const IS_CASED = /\p{Changes_When_Casemapped}/u
const CODES_AT_ONCE = 0x800
/** All of them together are left out. */
const FIRST_SURROGATE = 0xd800

/**
 * Returns what stands for a character where case is ignored: the lower case of its upper case. No other character
 * becomes an ASCII one through its upper case: `ſ` is no `s`, as in regular expressions.
 */
export function foldCharacter(character: string): string {
  const upper = character.toUpperCase()
  const isOne = upper.length === (codeOf(upper) < FIRST_ASTRAL ? 1 : 2)
  const becomesAscii = codeOf(character) >= FIRST_NON_ASCII && codeOf(upper) < FIRST_NON_ASCII
  return (isOne && !becomesAscii ? upper : character).toLowerCase()
}

/** Returns a function that returns the code points of texts where case is ignored; it keeps what it knows of characters. */
export function textFolder(): (text: string) => number[] {
  const known = new Map<string, readonly number[]>()
  return (text) => {
    const folded: number[] = []
    for (const character of text) {
      const codes = known.get(character) ?? Array.from(foldCharacter(character), codeOf)
      known.set(character, codes)
      for (const code of codes) folded.push(code)
    }
    return folded
  }
}

let variants: ReadonlyMap<number, readonly number[]> | undefined

/** Returns all characters that fold to a folded one alone, itself included. */
export function variantsOf(folded: number): readonly number[] {
  if (folded === LETTER_K) return [folded, codeOf('K'), KELVIN]
  const character = String.fromCodePoint(folded)
  if (folded < FIRST_NON_ASCII) return [folded, codeOf(character.toUpperCase())]
  if (!IS_CASED.test(character)) return [folded]
  variants ??= findVariants()
  return variants.get(folded) ?? [folded]
}

/** Finds the variants of all characters but ASCII ones in the runtime's tables of Unicode, which takes milliseconds. */
function findVariants(): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (let start = 0; start < FIRST_BEHIND_CASES; start += CODES_AT_ONCE) {
    if (start === FIRST_SURROGATE) continue
    const all = String.fromCodePoint(...Array.from({ length: CODES_AT_ONCE }, (_, index) => start + index))
    for (const character of all.match(CASED) ?? []) {
      const folded = foldCharacter(character)
      const target = codeOf(folded)
      if (folded === character || folded !== String.fromCodePoint(target)) continue
      const known = found.get(target) ?? [target]
      known.push(codeOf(character))
      found.set(target, known)
    }
  }
  return found
}

const codeOf = (text: string): number => text.codePointAt(0) ?? 0
