import { expect, test } from 'bun:test'
import { defaultPrices, defaultRules } from '#server/prices/default-prices.ts'
import { listedPrice } from '#server/prices/prices.ts'
import { bookWith } from '#test/harness/price-book.ts'
import { amountsOf, entryOf, NO_EXTRAS, priceFor, rulesOf, termsOf } from './price-terms.ts'

test('prices of the table are those of the price book, for every model of the list', () => {
  const book = bookWith({})
  for (const model of Object.keys(defaultPrices.models)) {
    const quoted = book.quote(model, 'vip')!.price
    const always = (defaultRules.get(model) ?? []).filter(
      ({ from, until, days, hours }) => !(from || until || days || hours),
    )
    const shown = priceFor({ own: {}, listed: listedPrice(model), rules: always, group: 'vip', groupRatio: 0.5 })
    // Rules that depend on the moment may apply now.
    if (always.length === (defaultRules.get(model) ?? []).length)
      expect([model, amountsOf(shown)]).toEqual([model, amountsOf(quoted)])
  }
})

test('further prices are charged as they are shown, also for long prompts', () => {
  const [model] = [...defaultRules].find(
    ([, rules]) => rules[0]?.above !== undefined && rules[0].factors?.cache_write_5m,
  )!
  const listed = defaultRules.get(model)!
  const terms = { extras: { ...NO_EXTRAS, cacheWrite5m: '3', imageOutput: '7', reasoning: '0.5' }, rules: null }
  const rules = rulesOf(terms, listed)
  const quote = bookWith({ PriceRules: { [model]: entryOf(terms, listed) } }).quote(model, 'default')!
  const by = { own: {}, listed: listedPrice(model), rules, group: 'default', groupRatio: 1 }
  expect(amountsOf(quote.price)).toEqual(amountsOf(priceFor(by)))
  expect(amountsOf(quote.price)).toMatchObject({ cacheWrite5m: '3', imageOutput: '7', reasoning: '0.5' })
  const above = listed[0]!.above!
  const long = quote.forSize!({ promptTokens: above + 1, hasReasoning: false })
  expect(amountsOf(long.price)).toEqual(amountsOf(priceFor(by, { above })))
  expect(termsOf(rules, listed)).toEqual(terms)
})
