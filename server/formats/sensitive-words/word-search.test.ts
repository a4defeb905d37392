import { describe, expect, test } from 'bun:test'
import { type Random, seeded } from '#test/harness/seeded.ts'
import { inTier } from '#test/harness/tiers.ts'
import { atOnce } from '../../platform/async/steps.ts'
import { foldCharacter } from './fold-case.ts'
import { WordSearch } from './word-search.ts'

const ROUNDS = inTier('nightly') ? 8 : 3
const searchFor = (words: readonly string[]) => atOnce(WordSearch.build(words))

/** The same by decoding everything and searching each word. */
const foldText = (text: string) => Array.from(text, foldCharacter).join('')
function slowSearch(words: readonly string[]): (text: string) => boolean {
  const folded = words.map(foldText)
  return (text) => {
    const foldedText = foldText(text)
    return folded.some((word) => word !== '' && foldedText.includes(word))
  }
}

/** Few characters of each script, so that words and texts nearly agree; each in all its cases. */
const SCRIPTS = [
  'ab',
  'aAbBkK\u212a-',
  'iIİı\u0307h',
  'éÉeœŒ\u00b5μΜ',
  'ΣσςοΟ',
  'пПрРѐЀ',
  '中文敏感',
  '中a敏B ',
  'かカ한국',
  '😀😁𐐀𐐨',
  'ſsSßẞÅå\u212b',
  'a"\\/\n\tb',
  'a\u0001\u007f\ufffdA',
].map((characters) => [...characters])
/** Characters of no word. */
const FILLERS = ['xyz Lorem, ipsum: 0123456789. ', '中间的文字没有什么特别', 'x\\"/\n', 'Ж ж']

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T
const textOf = (random: Random, from: readonly string[], length: number) =>
  Array.from({ length }, () => pick(random, from)).join('')

function wordsOf(random: Random, script: readonly string[], count: number, shortest: number): string[] {
  return Array.from({ length: count }, () => textOf(random, script, shortest + random(6)))
}

/** Writes a text as JSON, about every n-th character as an escape of its code; 0 = none. */
function writeJson(random: Random, text: string, everyNth: number): string {
  const written = Array.from(text, (character) => {
    if (everyNth > 0 && random(everyNth) === 0) {
      const units = Array.from({ length: character.length }, (_, at) =>
        character.charCodeAt(at).toString(16).padStart(4, '0'),
      )
      return units.map((unit) => `\\u${random(2) ? unit.toUpperCase() : unit}`).join('')
    }
    if (character === '/' && random(2)) return '\\/'
    return JSON.stringify(character).slice(1, -1)
  })
  return `"${written.join('')}"`
}

/** Puts bytes at any place of their memory. */
function shifted(text: string, by: number): Buffer {
  const bytes = Buffer.from(text)
  const memory = Buffer.alloc(bytes.length + by)
  bytes.copy(memory, by)
  return memory.subarray(by)
}

/** A text of nearly words between fillers, at times with one of the words. */
function randomText(random: Random, script: readonly string[], words: readonly string[], length: number): string {
  let text = ''
  while (text.length < length) {
    text += pick(random, FILLERS).slice(random(4)).repeat(random(12))
    text += textOf(random, script, random(5))
    if (random(60) === 0) text += pick(random, words)
  }
  return text
}

describe.each(SCRIPTS.map((script) => script.join('')))('words of %j', (characters) => {
  const script = [...characters]

  test.each([1, 2, 3, 5, 8, 12])(
    'of at least %i characters are found exactly where decoding finds them',
    (shortest) => {
      const random = seeded(characters.length * 31 + shortest)
      for (let round = 0; round < ROUNDS; round++) {
        const words = wordsOf(random, script, pick(random, [1, 2, 9, 40]), shortest)
        const search = searchFor(words)
        const isSlowlyIn = slowSearch(words)
        for (const length of [10, 300, 1200, 2500]) {
          const text = randomText(random, script, words, length)
          const json = writeJson(random, text, pick(random, [0, 2, 40, 400]))
          const found = { text: search.isIn(text), json: search.isInJson(shifted(json, random(4))) }
          const wanted = { text: isSlowlyIn(text), json: isSlowlyIn(`"${text}"`) }
          expect({ words, json, found }).toEqual({ words, json, found: wanted })
        }
      }
    },
  )
})

test('every word is found at every position, beside any part of another', () => {
  const random = seeded(11)
  for (const script of SCRIPTS) {
    const words = wordsOf(random, script, 20, 3)
    const search = searchFor(words)
    for (let at = 0; at < 40; at++) {
      const text = `${'x'.repeat(1100 + at)}${pick(random, words)}${'y'.repeat(random(40))}`
      expect(search.isIn(text)).toBe(true)
      expect(search.isInJson(Buffer.from(writeJson(random, text, 0)))).toBe(true)
      expect(search.isInJson(Buffer.from(writeJson(random, text, 2)))).toBe(true)
    }
  }
})

test('a large text is searched in steps, and a word between two of them is found', () => {
  const search = searchFor(['forbidden', '敏感词'])
  const before = 512 * 1024
  for (const word of ['forbidden', 'FOR\\u0042idden', '敏感词']) {
    for (let at = before - 24; at < before + 24; at++) {
      const json = Buffer.from(`"${'x'.repeat(at)}${word}${'\\n'.repeat(100_000)}"`)
      expect([at, search.isInJson(json)]).toEqual([at, true])
    }
  }
  const clean = Buffer.from(`"${'中文 text \\n '.repeat(200_000)}"`)
  const steps = [...search.isInJsonInSteps(clean)]
  expect(steps.length).toBeGreaterThanOrEqual(4)
  expect(search.isInJson(clean)).toBe(false)
})

test('nothing is missed that lower case or a regular expression finds', () => {
  const random = seeded(5)
  for (const script of SCRIPTS) {
    for (let round = 0; round < 60; round++) {
      const [word = ''] = wordsOf(random, script, 1, 1)
      const text = `${'x'.repeat(random(2) * 1100)}${textOf(random, script, 12)}`
      const wasFound =
        text.toLowerCase().includes(word.toLowerCase()) || new RegExp(RegExp.escape(word), 'i').test(text)
      if (wasFound) expect({ word, text, found: searchFor([word]).isIn(text) }).toEqual({ word, text, found: true })
    }
  }
})

describe('a long list', () => {
  const random = seeded(3)
  const words = Array.from({ length: 20_000 }, (_, index) =>
    index % 2 ? `word-${index * 7919}` : `敏感${textOf(random, [...'天地玄黄宇宙洪荒日月'], 4)}`,
  )
  const search = searchFor(words)
  const isSlowlyIn = slowSearch(words)

  test('finds exactly its words', () => {
    for (let round = 0; round < ROUNDS; round++) {
      const text = `${'天地玄黄 word- '.repeat(100)}${round % 2 ? pick(random, words) : ''}${'敏感天 '.repeat(round)}`
      expect(search.isIn(text)).toBe(isSlowlyIn(text))
      expect(search.isInJson(Buffer.from(writeJson(random, text, 3)))).toBe(isSlowlyIn(text))
    }
  })

  test('takes a text that nearly has each of them', () => {
    const text = 'word-'.repeat(80_000)
    expect(search.isIn(text)).toBe(false)
    expect(search.isIn(`${text}7919`)).toBe(true)
  })
})

describe('bytes that are not as they should be hide no word', () => {
  const search = searchFor(['forbidden', '敏感词'])
  const filler = ' '.repeat(1200)
  const around = (bytes: Buffer) => Buffer.concat([Buffer.from(`"${filler}`), bytes, Buffer.from(`${filler}"`)])

  test.each(['e4', 'e4bd', 'f0', 'f09f98', 'c3', 'ff', '80', 'eda0'])('behind a broken character %s', (hex) => {
    for (const word of ['forbidden', '敏感词']) {
      const bytes = Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(word)])
      expect(search.isInJson(bytes)).toBe(true)
      expect(search.isInJson(around(bytes))).toBe(true)
    }
  })

  test.each(['\\u', '\\uzz', '\\x', '\\u12', '\\ud83d', '\\ud83d\\u0041', '\\\\', '\\n'])('behind %s', (written) => {
    for (const word of ['forbidden', '敏感词', '\\u0066orbidden']) {
      expect(search.isInJson(Buffer.from(`${written}${word}`))).toBe(true)
      expect(search.isInJson(around(Buffer.from(`${written}${word}`)))).toBe(true)
    }
  })

  test('but an escaped backslash is no escape', () => {
    expect(search.isInJson(around(Buffer.from('\\\\u0066orbidden')))).toBe(false)
  })
})

test('no words, or empty ones, are found nowhere', () => {
  for (const words of [[], ['']]) {
    expect(searchFor(words).isIn('anything'.repeat(200))).toBe(false)
    expect(searchFor(words).isInJson(Buffer.from('{"a":"b"}'))).toBe(false)
  }
})

test('dots without a letter, which can have no bytes, are spelled in a time that does not double with each', () => {
  const word = `${'\u0307'.repeat(300)}forbidden`
  const search = atOnce(WordSearch.build([word]))
  expect(search.isIn(`${'x'.repeat(2000)}${word}`)).toBe(true)
  expect(search.isIn(`${'x'.repeat(2000)}forbidden`)).toBe(false)
})
