import { type DollarPrices, dollarsOf, type OwnPrice, type TokenPrices } from '#contract/dollar-prices.ts'
import type { Changed } from './price-rows.ts'

/** The prices that can change, in the order of the table. */
export const AMOUNTS = [
  'input',
  'output',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'audioInput',
  'audioOutput',
  'perCall',
] as const
export type Amount = (typeof AMOUNTS)[number]

/** One price in USD; `null` = there is none. */
export interface Step {
  before: string | null
  after: string | null
}

/** What a change of a model's price means for those who can use it. */
export interface Effect {
  model: string
  /** The prices that differ, before the group's ratio decides how much. */
  amounts: Amount[]
  groups: { group: string; ratio: number; steps: Partial<Record<Amount, Step>> }[]
}

/** Returns what the changes mean, by model and group. Changes that leave all prices as they are have no effect. */
export function effectsOf(changed: readonly Changed[], ratios: Readonly<Record<string, number>>): Effect[] {
  return changed.flatMap(({ row, own }) => {
    const stepsAt = (ratio: number) => steps(row.own, own, row.listed, ratio)
    const all = stepsAt(1)
    const amounts = AMOUNTS.filter(
      (amount) => differs(all[amount]) && !(FOLLOWING.has(amount) && same(all[amount], all.input)),
    )
    if (amounts.length === 0) return []
    const groups = row.groups.map((group) => {
      const ratio = Object.hasOwn(ratios, group) ? (ratios[group] ?? 1) : 1
      return { group, ratio, steps: stepsAt(ratio) }
    })
    return [{ model: row.model, amounts, groups }]
  })
}

/** Left out where they cost what input costs, before and after. */
const FOLLOWING: ReadonlySet<Amount> = new Set(['cacheRead', 'cacheWrite5m', 'cacheWrite1h'])
const differs = ({ before, after }: Step) => before !== after
const same = (one: Step, other: Step) => one.before === other.before && one.after === other.after

function steps(before: OwnPrice, after: OwnPrice, listed: Changed['row']['listed'], ratio: number) {
  const [old, next] = [dollarsOf(before, listed, ratio), dollarsOf(after, listed, ratio)]
  return Object.fromEntries(
    AMOUNTS.map((amount) => [amount, { before: amountIn(old, amount), after: amountIn(next, amount) }]),
  ) as Record<Amount, Step>
}

function amountIn(prices: DollarPrices | null, amount: Amount): string | null {
  if (!prices) return null
  return amount === 'perCall' ? prices.perCall : (prices.tokens?.[amount satisfies keyof TokenPrices] ?? null)
}
