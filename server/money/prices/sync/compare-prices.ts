import { decimalProduct } from '#contract/decimal.ts'
import { type Price, USD_PER_RATIO } from '#contract/prices/price.ts'
import {
  appliesToSize,
  applyRules,
  dependsOnLength,
  isTierFactor,
  RULE_COMPONENTS,
  type RuleComponent,
} from '#contract/prices/price-rules.ts'
import type { PriceStep } from '#contract/prices/sync/price-changes.ts'
import { LIST_COMPONENTS, type ListComponent } from '#contract/prices/sync/synced-prices.ts'
import type { Options } from '../../../platform/options/open-options.ts'
import { type Listed, listedOf } from '../listed.ts'
import { type LastingPrice, lastingPrice } from '../prices.ts'

/** Compares the prices that a model has before and after a sync, by the code that calls are charged with. Pure. */

type Values = Options['values']

/** Prices by what they are for, so that two can be compared. */
type Points = ReadonlyMap<string, { step: Omit<PriceStep, 'before' | 'after'>; usd: string }>

/** The factor of a service tier without a separate price. */
const STANDARD = '1'

/** Returns the prices of a model that differ, those of short prompts first. */
export function comparePrices(before: Values, after: Values, model: string, at: number): PriceStep[] {
  const [old, next] = [before, after].map((values) => sideOf(values, model, at))
  const lengths = [...new Set([0, ...lengthsOf(old), ...lengthsOf(next)])].sort((a, b) => a - b)
  const named = LIST_COMPONENTS.filter((name) => [old, next].some((side) => side && isNamed(side.listed, name)))
  const [left, right] = [old, next].map((side) => pointsOf(side?.price, lengths, named))
  return [...new Map([...(left ?? []), ...(right ?? [])])].flatMap(([key, { step }]) => {
    const fallback = old && next && step.of.startsWith('tier:') ? STANDARD : null
    const [was, is] = [left?.get(key)?.usd ?? fallback, right?.get(key)?.usd ?? fallback]
    return was === is ? [] : [{ ...step, before: was, after: is }]
  })
}

/** The largest change in percent; Infinity for a price that begins at 0, and null where there was none before. */
export function largestChange(steps: readonly PriceStep[]): number | null {
  const changes = steps.flatMap(({ before, after }) => {
    if (before === null || after === null) return []
    if (Number(before) === 0) return [Number.POSITIVE_INFINITY]
    return [(Math.abs(Number(after) - Number(before)) / Number(before)) * 100]
  })
  return changes.length > 0 ? Math.max(...changes) : null
}

interface Side {
  price: LastingPrice
  listed: Listed
}

function sideOf(values: Values, model: string, at: number): Side | undefined {
  const price = lastingPrice(values, model, at)
  return price && { price, listed: listedOf(values.SyncedPrices, model) }
}

const lengthsOf = (side: Side | undefined): number[] =>
  (side?.price.rules ?? []).filter(dependsOnLength).flatMap(({ above, up_to }) => [above ?? 0, up_to ?? 0])

/** Whether a list prices a component apart; others follow the price of input or output. */
function isNamed(listed: Listed, name: ListComponent): boolean {
  if (name === 'input' || name === 'output') return true
  return name === 'audio_output' ? listed.audioCompletion !== undefined : listed.ratios[name] !== undefined
}

function pointsOf(
  price: LastingPrice | undefined,
  lengths: readonly number[],
  named: readonly ListComponent[],
): Points {
  const points = new Map<string, { step: Omit<PriceStep, 'before' | 'after'>; usd: string }>()
  const add = (of: PriceStep['of'], above: number, with_reasoning: boolean, usd: string) =>
    points.set(`${of} ${above} ${with_reasoning}`, { step: { of, above, with_reasoning }, usd })
  if (!price) return points
  const { base, rules } = price
  if (base.modelPrice !== null) add('per_call', 0, false, decimalProduct(base.modelPrice))
  for (const hasReasoning of base.modelPrice === null ? [false, true] : []) {
    for (const above of lengths) {
      const applied = rules.filter((rule) => appliesToSize(rule, { promptTokens: above + 1, hasReasoning }))
      const { modelRatio, ratios } = applyRules(base, applied)
      for (const name of named) add(name, above, hasReasoning, dollars(modelRatio, ratios, name))
    }
  }
  for (const [tier, factor] of Object.entries(applyRules(base, rules.filter(isTierFactor)).tiers ?? {})) {
    add(`tier:${tier}`, 0, false, decimalProduct(factor))
  }
  return withoutRepeats(points)
}

/** Drops prices of answers with reasoning that are those of all answers. */
function withoutRepeats(points: Points): Points {
  const differs = (key: string, usd: string) => points.get(key.replace(/true$/, 'false'))?.usd !== usd
  return new Map([...points].filter(([key, { step, usd }]) => !step.with_reasoning || differs(key, usd)))
}

function dollars(modelRatio: number, ratios: Price['ratios'], name: RuleComponent): string {
  const component = RULE_COMPONENTS[name]
  return component === 'input'
    ? decimalProduct(USD_PER_RATIO, modelRatio)
    : decimalProduct(USD_PER_RATIO, modelRatio, ratios[component] ?? ratios.output)
}
