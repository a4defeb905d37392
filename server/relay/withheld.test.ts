import { beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { type Asked, createWithheld, MAX_UNPAID_UNITS, type Withheld } from './withheld.ts'

const call = (other: Partial<Asked> = {}): Asked => ({
  user: { id: 1 },
  token: { id: 7 },
  model: 'dear',
  inputTokens: 100,
  maxTokens: undefined,
  ...other,
})

describe('after an answer that could not be paid', () => {
  let time = 0
  let withheld: Withheld
  beforeEach(() => {
    time = 1000
    withheld = createWithheld(() => time)
    withheld.note(call(), 10_000, 10_000)
  })

  test('the same call needs its price, and a larger one', () => {
    expect(withheld.least(call())).toBe(10_000)
    expect(withheld.least(call({ inputTokens: 500 }))).toBe(10_000)
  })

  test.each([
    ['another model', { model: 'cheap' }],
    ['another token', { token: { id: 8 } }],
    ['the playground', { token: undefined }],
    ['another user', { user: { id: 2 } }],
    ['less input', { inputTokens: 99 }],
    ['a limit on the output', { maxTokens: 50 }],
  ])('%s does not', (_, other) => {
    expect(withheld.least(call(other))).toBe(0)
  })

  test('a lower limit than that of the withheld call is another call, a higher one is not', () => {
    withheld.note(call({ model: 'm', maxTokens: 100 }), 500, 500)
    expect(withheld.least(call({ model: 'm', maxTokens: 99 }))).toBe(0)
    expect(withheld.least(call({ model: 'm', maxTokens: 100 }))).toBe(500)
    expect(withheld.least(call({ model: 'm' }))).toBe(500)
  })

  test('the dearest counts', () => {
    withheld.note(call(), 3000, 3000)
    expect(withheld.least(call())).toBe(10_000)
  })

  test('all is well after ten minutes', () => {
    time += 599_999
    expect(withheld.least(call())).toBe(10_000)
    time += 1
    expect(withheld.least(call())).toBe(0)
  })

  test('a user with many of them costs no more than twenty', () => {
    for (let i = 0; i < 100; i++) withheld.note(call({ model: `m${i}` }), 1, 1)
    expect(withheld.least(call({ model: 'm79' }))).toBe(0)
    expect(withheld.least(call({ model: 'm80' }))).toBe(1)
  })
})

describe('an account whose unpaid answers have cost the bound of a day', () => {
  let time = 0
  let withheld: Withheld
  beforeEach(() => {
    time = 1000
    withheld = createWithheld(() => time)
    for (let units = 0, n = 0; units < MAX_UNPAID_UNITS; units += 10_000) {
      expect(withheld.least(call({ model: 'cheap' }))).toBe(0)
      withheld.note(call({ token: { id: ++n }, maxTokens: 6000 - n }), n === 1 ? 12_000 : 10_000, 10_000)
    }
  })

  test.each([
    ['another model', { model: 'cheap' }],
    ['another token', { token: { id: 99 } }],
    ['the playground', { token: undefined }],
    ['less input', { inputTokens: 1 }],
    ['another limit on the output', { maxTokens: 7 }],
  ])('needs the price of the dearest for every call: %s', (_, other) => {
    expect(withheld.least(call(other))).toBe(12_000)
  })

  test('other accounts do not, and it does not any more after a day', () => {
    expect(withheld.least(call({ user: { id: 2 } }))).toBe(0)
    time += 86_399_999
    expect(withheld.least(call({ model: 'cheap' }))).toBe(12_000)
    time += 1
    expect(withheld.least(call({ model: 'cheap' }))).toBe(0)
  })
})

test('whoever sets the clock of the machine does not change how long it is remembered', () => {
  const withheld = createWithheld()
  withheld.note(call(), 10_000, 10_000)
  try {
    setSystemTime(new Date(Date.now() + 3_600_000))
    expect(withheld.least(call())).toBe(10_000)
  } finally {
    setSystemTime()
  }
})
