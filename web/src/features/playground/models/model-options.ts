import type { PricingRow } from '#contract/api/pricing.ts'
import { USD_PER_RATIO } from '#contract/price.ts'
import { isPerCall } from '#web/features/pricing/prices.ts'
import type { Option } from '#web/ui/choice/combobox-option.ts'
import { FIRST_MODEL } from '../conversation/conversation.ts'

/** Returns the models of a group with their prices, sorted by name. */
export function modelOptions(prices: readonly PricingRow[], group: string): Option[] {
  return prices
    .filter(({ enable_groups }) => enable_groups.includes(group))
    .map((row) => ({ value: row.model_name, hint: priceText(row) }))
    .toSorted((a, b) => (a.value < b.value ? -1 : 1))
}

/** Returns the initial model: the default one if the group has it, else its first; "" if it has none. */
export function firstModel(prices: readonly PricingRow[], group: string): string {
  const names = modelOptions(prices, group).map(({ value }) => value)
  return names.includes(FIRST_MODEL) ? FIRST_MODEL : (names[0] ?? '')
}

/** Returns the price before the group ratio: `$0.15 / $0.6` for input and output, `$0.04 ×1` per call. */
function priceText(row: PricingRow): string {
  const { model_price, model_ratio, completion_ratio } = row
  const usd = (value: number) => `$${Number(value.toPrecision(4))}`
  if (isPerCall(row)) return `${usd(model_price)} ×1`
  const input = model_ratio * USD_PER_RATIO
  return `${usd(input)} / ${usd(input * completion_ratio)}`
}
