import type { PublicPrice } from '#contract/api/public-prices.ts'
import { USD_PER_RATIO } from '#contract/prices/price.ts'
import { isPerCall } from '#web/features/prices/public/prices.ts'
import type { QuotaDisplay } from '#web/lib/format.ts'
import { shortPrice } from '#web/lib/format-prices.ts'
import type { Option } from '#web/ui/choice/combobox-option.ts'
import { FIRST_MODEL } from '../conversation/conversation.ts'

const isOf = (group: string) => (row: PublicPrice) => row.enable_groups.includes(group)

/** Returns the names of a group's models, sorted. */
export const modelNames = (prices: readonly PublicPrice[], group: string): string[] =>
  prices
    .filter(isOf(group))
    .map(({ model_name }) => model_name)
    .toSorted()

/** Returns the models of a group with their prices, sorted by name. */
export function modelOptions(prices: readonly PublicPrice[], group: string, display: QuotaDisplay): Option[] {
  return prices
    .filter(isOf(group))
    .map((row) => ({ value: row.model_name, hint: priceText(row, display) }))
    .toSorted((a, b) => (a.value < b.value ? -1 : 1))
}

/** Returns the initial model: the default one if the group has it, else its first; "" if it has none. */
export function firstModel(prices: readonly PublicPrice[], group: string): string {
  const names = modelNames(prices, group)
  return names.includes(FIRST_MODEL) ? FIRST_MODEL : (names[0] ?? '')
}

/** Returns the price before the group ratio: `$0.15 / $0.6` for input and output, `$0.04 ×1` per call. */
function priceText(row: PublicPrice, display: QuotaDisplay): string {
  const { model_price, model_ratio, completion_ratio } = row
  const short = (usd: number) => shortPrice(usd, display)
  if (isPerCall(row)) return `${short(model_price)} ×1`
  const input = model_ratio * USD_PER_RATIO
  return `${short(input)} / ${short(input * completion_ratio)}`
}
