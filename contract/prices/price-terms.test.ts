import { expect, test } from 'bun:test'
import { defaultPrices, defaultRules } from '#server/money/prices/default-prices.ts'
import { listedPrice } from '#server/money/prices/listed.ts'
import { bookWith } from '#test/harness/price-book.ts'
import type { PriceConditions } from './price-rules.ts'
import { amountsOf, entryOf, NO_EXTRAS, priceFor, rulesOf, termsOf } from './price-terms.ts'

test('prices of the table are those of the price book, for every model of the list', () => {
  const book = bookWith({})
  const isOfMoment = ({ from, until, days, hours }: PriceConditions) => Boolean(from || until || days || hours)
  const different = Object.keys(defaultPrices.models).filter((model) => {
    const rules = defaultRules.get(model) ?? []
    // Rules that depend on the moment may apply now.
    if (rules.some(isOfMoment)) return false
    const shown = priceFor({ own: {}, listed: listedPrice({}, model), rules, group: 'vip', groupRatio: 0.5 })
    return !Bun.deepEquals(amountsOf(shown), amountsOf(book.quote(model, 'vip')?.price ?? null))
  })
  expect(different).toEqual([])
})

test('further prices are charged as they are shown, also for long prompts', () => {
  const [model] = [...defaultRules].find(
    ([, rules]) => rules[0]?.above !== undefined && rules[0].factors?.cache_write_5m,
  )!
  const listed = defaultRules.get(model)!
  const terms = { extras: { ...NO_EXTRAS, cacheWrite5m: '3', imageOutput: '7', reasoning: '0.5' }, rules: null }
  const rules = rulesOf(terms, listed)
  const quote = bookWith({ PriceRules: { [model]: entryOf(terms, listed) } }).quote(model, 'default')!
  const by = { own: {}, listed: listedPrice({}, model), rules, group: 'default', groupRatio: 1 }
  expect(amountsOf(quote.price)).toEqual(amountsOf(priceFor(by)))
  expect(amountsOf(quote.price)).toMatchObject({ cacheWrite5m: '3', imageOutput: '7', reasoning: '0.5' })
  const above = listed[0]!.above!
  const long = quote.forSize!({ promptTokens: above + 1, hasReasoning: false })
  expect(amountsOf(long.price)).toEqual(amountsOf(priceFor(by, { above })))
  expect(termsOf(rules, listed)).toEqual(terms)
})
