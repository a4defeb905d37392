import type { PricingRow } from '#contract/api/pricing.ts'
import { isChatModel } from '#web/features/pricing/chat-model.ts'
import { vendorOfModel } from '#web/features/vendors/vendor-of-model.ts'

/** A vendor's models on offer, those for chats first, and of a family the newest first. */
export interface Offer {
  vendor: string
  rows: readonly PricingRow[]
}

/** Models whose maker is not known. */
export const OTHER = 'other'

const { compare } = new Intl.Collator('en', { numeric: true })
const byUse = (one: PricingRow, other: PricingRow) =>
  Number(isChatModel(other.model_name)) - Number(isChatModel(one.model_name)) ||
  compare(other.model_name, one.model_name)

/** Returns what a group can call, by vendor: those with the most models first, unknown ones last. */
export function offersOf(rows: readonly PricingRow[], group: string): Offer[] {
  const usable = rows.filter(({ enable_groups }) => enable_groups.includes(group))
  const groups = Map.groupBy(usable, ({ vendor, model_name }) => vendor || vendorOfModel(model_name) || OTHER)
  const rank = ({ vendor, rows: models }: Offer) => (vendor === OTHER ? 0 : models.length)
  return [...groups]
    .map(([vendor, models]) => ({ vendor, rows: models.toSorted(byUse) }))
    .sort((one, other) => rank(other) - rank(one) || compare(one.vendor, other.vendor))
}
