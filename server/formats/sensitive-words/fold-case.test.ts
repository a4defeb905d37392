import { expect, test } from 'bun:test'
import { foldCharacter, textFolder, variantsOf } from './fold-case.ts'

const fold = (text: string) => textFolder()(text)
const FIRST_SURROGATE = 0xd800
const CODES = 0x110000
const AT_ONCE = 0x800

/** Every character that has another case. */
function casedCharacters(): string[] {
  const found: string[] = []
  for (let start = 0; start < CODES; start += AT_ONCE) {
    if (start === FIRST_SURROGATE) continue
    const all = String.fromCodePoint(...Array.from({ length: AT_ONCE }, (_, index) => start + index))
    found.push(...(all.match(/\p{Changes_When_Casemapped}/gu) ?? []))
  }
  return found
}

test('every character folds as its lower case does, and is a variant of what it folds to', () => {
  const cased = casedCharacters()
  expect(cased.length).toBeGreaterThan(2000)
  const wrong = cased.filter((character) => {
    const folded = foldCharacter(character)
    const isVariant =
      [...folded].length > 1 || variantsOf(folded.codePointAt(0) ?? 0).includes(character.codePointAt(0) ?? 0)
    return !isVariant || fold(character.toLowerCase()).join() !== fold(character).join()
  })
  expect(wrong).toEqual([])
})

test('characters that a regular expression takes for the same fold to the same', () => {
  for (const [one, other] of ['kK', 'k\u212a', 'ΣΣ', 'Σς', 'σς', 'µμ', 'ǅǆ', 'ẞß', 'пП', '𐐀𐐨'].map((pair) => [
    ...pair,
  ])) {
    expect(fold(one ?? '')).toEqual(fold(other ?? ''))
  }
  expect(fold('İ')).toEqual(fold('i\u0307'))
  for (const pair of ['ſs', 'ıi', 'ée', '中文']) expect(fold(pair[0] ?? '')).not.toEqual(fold(pair[1] ?? ''))
})
