import { PRICE_OPTIONS } from '#contract/prices/dollar-prices.ts'
import type { HeldReason, PriceOrigin, PriceStep, SyncVerdict } from '#contract/prices/sync/price-changes.ts'
import type { SyncedPrice } from '#contract/prices/sync/synced-prices.ts'
import type { Options } from '../../../platform/options/open-options.ts'
import { isPriced } from '../prices.ts'
import { comparePrices, largestChange } from './compare-prices.ts'
import { createMatcher } from './match-models.ts'
import type { PriceList } from './price-list.ts'

/** What a sync would change: the lists against the prices that apply. Pure. */

export interface PlannedChange {
  model: string
  /** The name in the list. */
  listed_as: string
  verdict: SyncVerdict
  reason: HeldReason | null
  /** Where the price that applies now comes from. */
  origin: PriceOrigin
  /** The largest change in percent; null = it cannot be stated, such as for a first price. */
  percent: number | null
  steps: readonly PriceStep[]
  /** The synced price now, and the one to store. */
  before: SyncedPrice | null
  after: SyncedPrice
}

export interface SyncPlan {
  changes: readonly PlannedChange[]
  /** Models on offer whose price is the list's already. */
  same: number
  /** Models on offer that no list has. */
  missing: readonly string[]
}

export interface SyncSource {
  address: string
  list: PriceList
}

type Values = Options['values']

/** What earlier steps did, by model. */
export interface SyncHistory {
  /** Prices that an undo has taken back: the schedule does not apply them again. */
  undone: ReadonlyMap<string, SyncedPrice>
  /** The first step of the last days: a change is measured from the price before it, so that small steps add up. */
  first?: ReadonlyMap<string, FirstStep>
}
export type FirstStep = Pick<PlannedChange, 'before' | 'after'>

/** Plans a sync of models. Of a model that several lists have, the first counts. */
export function planSync(
  values: Values,
  models: readonly string[],
  sources: readonly SyncSource[],
  more: SyncHistory & { now: number },
): SyncPlan {
  const matchers = sources.map(({ address, list }) => ({ address, find: createMatcher(list.entries) }))
  const changes: PlannedChange[] = []
  const missing: string[] = []
  let same = 0
  for (const model of models) {
    const found = matchers.map(({ address, find }) => ({ address, entry: find(model) })).find(({ entry }) => entry)
    if (!found?.entry) {
      missing.push(model)
      continue
    }
    const after: SyncedPrice = { ...found.entry.price, source: found.address, at: more.now }
    const change = planChange(values, model, after, more)
    if (change) changes.push({ ...change, listed_as: found.entry.name })
    else same += 1
  }
  return { changes, same, missing }
}

function planChange(
  values: Values,
  model: string,
  after: SyncedPrice,
  { undone, first }: SyncHistory,
): Omit<PlannedChange, 'listed_as'> | undefined {
  const before = valueIn(values.SyncedPrices, model) ?? null
  const origin = originOf(values, model)
  const listValues = withoutOwn({ ...values, SyncedPrices: { ...values.SyncedPrices, [model]: after } })
  const steps = comparePrices(values, listValues, model, after.at * 1000)
  if (steps.length === 0) return undefined
  const since = first?.get(model)
  const percent = largestChange([...steps, ...(since ? stepsSince(values, listValues, model, since) : [])])
  const reason = reasonToHold(steps, percent, values, origin) ?? (isSame(undone.get(model), after) ? 'undone' : null)
  const verdict = values.PriceSyncLocks.includes(model)
    ? 'locked'
    : origin === 'own'
      ? 'own'
      : reason === null
        ? 'ready'
        : 'held'
  return {
    model,
    verdict,
    reason,
    origin,
    percent: percent === null || !Number.isFinite(percent) ? null : percent,
    steps,
    before,
    after,
  }
}

/** The steps from the price before all steps of the last days; a model that had none then begins with its first. */
function stepsSince(values: Values, listValues: Values, model: string, { before, after }: FirstStep): PriceStep[] {
  const { [model]: _, ...others } = values.SyncedPrices
  const pricesWith = (price: SyncedPrice | null) => {
    return withoutOwn({ ...values, SyncedPrices: price ? { ...others, [model]: price } : others })
  }
  const then = pricesWith(before)
  const began = isPriced(then, model) ? then : pricesWith(after)
  const at = (valueIn(listValues.SyncedPrices, model)?.at ?? after.at) * 1000
  return comparePrices(began, listValues, model, at)
}

function originOf(values: Values, model: string): PriceOrigin {
  if (PRICE_OPTIONS.some((map) => Object.hasOwn(values[map], model))) return 'own'
  if (Object.hasOwn(values.SyncedPrices, model)) return 'synced'
  return isPriced(values, model) ? 'builtin' : 'none'
}

/** The operator's own prices do not count for what the list says. */
const withoutOwn = (values: Values): Values => ({
  ...values,
  ...Object.fromEntries(PRICE_OPTIONS.map((map) => [map, {}])),
})

function reasonToHold(
  steps: readonly PriceStep[],
  percent: number | null,
  { PriceSyncMaxChange }: Values,
  origin: PriceOrigin,
): HeldReason | null {
  const main = steps.filter(({ of }) => of === 'input' || of === 'per_call')
  const isZero = (usd: string | null) => usd !== null && Number(usd) === 0
  // What becomes free, or begins so, may be given away by a mistake of the list.
  if (
    main.some(({ after }) => isZero(after)) ||
    steps.some((step) => isZero(step.after) && Number(step.before ?? 0) > 0)
  )
    return 'free'
  if (origin === 'none') return null
  if (main.some(({ of, before, after }) => of === 'per_call' && (before === null || after === null))) return 'billing'
  return percent !== null && percent > PriceSyncMaxChange ? 'large' : null
}

/** Whether two prices are the same, whenever and from wherever they came. */
export function isSame(a: SyncedPrice | null | undefined, b: SyncedPrice | null | undefined): boolean {
  if (!a || !b) return !a && !b
  return Bun.deepEquals({ ...a, at: 0, source: '' }, { ...b, at: 0, source: '' })
}

const valueIn = <Value>(map: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined
