import { expect, test } from 'bun:test'
import type { GroupPrices } from '#contract/api/models.ts'
import { hasOutputPrice, kindOf } from '#contract/models.ts'
import { bookWith } from '#test/harness/price-book.ts'
import { listedFacts } from '../../formats/models/facts.ts'
import { defaultPrices } from '../../money/prices/default-prices.ts'
import type { PriceKey } from '../../money/prices/price-file.ts'
import { groupPricesOf } from './group-prices.ts'

const MOMENT = Date.parse('2026-11-25T02:00:00Z')
const prices = bookWith({}, () => MOMENT)
const KEYS: readonly (PriceKey & keyof GroupPrices)[] = [
  ...(['input', 'output', 'cache_read', 'cache_write_5m', 'cache_write_1h', 'audio_input', 'audio_output'] as const),
  'per_call',
]
/** Without zeros at the end. */
const plain = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

test('the prices of the built-in list come back as they are listed, to the digit', () => {
  const wrong = Object.entries(defaultPrices.models).flatMap(([name, listed]) => {
    if (listed.currency === 'CNY') return []
    const facts = listedFacts.get(name)!
    const shown = groupPricesOf('default', prices.quote(name, 'default')!.price, facts, name)
    return KEYS.filter((key) => key !== 'output' || hasOutputPrice(kindOf(facts))).flatMap((key) => {
      const price = listed[key]
      return price === undefined || Number(listed.input ?? 1) === 0 || shown[key] === plain(price)
        ? []
        : [`${name} ${key}: ${price} is shown as ${shown[key]}`]
    })
  })
  expect(wrong).toEqual([])
})

test('an embedding has no price of output, although the list says 0', () => {
  const name = 'text-embedding-3-small'
  const shown = groupPricesOf('default', prices.quote(name, 'default')!.price, listedFacts.get(name)!, name)
  expect(shown).toMatchObject({ input: '0.02', output: null })
})
