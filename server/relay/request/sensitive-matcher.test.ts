import { describe, expect, test } from 'bun:test'
import { createMatcher } from './sensitive-matcher.ts'

/** Returns words of few distinct letters, which overlap in every way. */
function randomWords(random: () => number, count: number, longest: number): string[] {
  const letter = () => 'abc'[Math.floor(random() * 3)] ?? ''
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * longest) }, letter).join(''),
  )
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('many words', () => {
  test('are found exactly where searching for each one matches one', () => {
    const random = seeded(7)
    for (let round = 0; round < 300; round++) {
      const words = randomWords(random, 30, 7).map((word) => `${word}x`)
      const matcher = createMatcher(words)
      for (const text of randomWords(random, 20, 12)) {
        const marked = `${text}x${text}`
        expect({ words, marked, found: matcher.matches(marked) }).toEqual({
          words,
          marked,
          found: words.some((word) => marked.includes(word)),
        })
      }
    }
  })

  test('are found in a long text that nearly has each of them', () => {
    const matcher = createMatcher(Array.from({ length: 20_000 }, (_, i) => `word-${i * 7919}`))
    const text = 'word-'.repeat(80_000)
    expect(matcher.matches(text)).toBe(false)
    expect(matcher.matches(`${text}7919`)).toBe(true)
  })
})

describe('few words', () => {
  test.each(['a.b', 'a|b', '(x)', '[y]', 'c++', 'a\\b', '^$', 'x-y', '敏感词', 'Ünïcode'])(
    '%s is found as it stands',
    (word) => {
      const { matches } = createMatcher([word, 'other'])
      for (const text of [word, word.toUpperCase(), `before ${word.toLowerCase()} behind`])
        expect(matches(text)).toBe(true)
      for (const text of ['', 'aXb', 'a', 'ccc', 'y', 'xy', '敏感']) expect(matches(text)).toBe(false)
    },
  )

  test('none find nothing', () => expect(createMatcher([]).matches('anything')).toBe(false))
})

test('an escape matters only where it could hide a word', () => {
  expect(createMatcher(['plain']).escapeMark).toBe('\\u')
  expect(createMatcher(['plain', 'a/b']).escapeMark).toBe('\\')
})
