import {
  dependsOnCall,
  isForGroup,
  isTierFactor,
  type PriceConditions,
  type PriceRule,
} from '#contract/prices/price-rules.ts'
import {
  AMOUNTS,
  type Amount,
  amountsOf,
  conditionsIn,
  priceFor,
  rulesOf,
  sameTerms,
} from '#contract/prices/price-terms.ts'
import type { Changed } from './price-rows.ts'

/** One price in USD; `null` = there is none. */
export interface Step {
  before: string | null
  after: string | null
}

/** What a change of a model's price means for those who can use it. */
export interface Effect {
  model: string
  /** The conditions under which these prices count; absent = those that count otherwise. */
  when?: PriceConditions
  /** The prices that differ, before the group's ratio decides how much. */
  amounts: Amount[]
  groups: { group: string; ratio: number; steps: Partial<Record<Amount, Step>> }[]
}

/** Rules of a model that are new, and those that are gone. */
export interface RuleEffect {
  model: string
  added: PriceRule[]
  removed: PriceRule[]
}

/** Returns what the changes mean, by model and group. Changes that leave all prices as they are have no effect. */
export function effectsOf(changed: readonly Changed[], ratios: Readonly<Record<string, number>>): Effect[] {
  return changed.flatMap((change) =>
    [undefined, ...conditionsOf(change)].flatMap((when) => effectOf(change, ratios, when)),
  )
}

/** Returns the rules that the changes add and remove. */
export function ruleEffectsOf(changed: readonly Changed[]): RuleEffect[] {
  return changed.flatMap(({ row, terms }) => {
    const [before, after] = [row.terms.rules ?? row.rules, terms.rules ?? row.rules]
    const without = (list: readonly PriceRule[], others: readonly PriceRule[]) => {
      const texts = new Set(others.map((rule) => JSON.stringify(rule)))
      return list.filter((rule) => !texts.has(JSON.stringify(rule)))
    }
    const effect = { model: row.model, added: without(after, before), removed: without(before, after) }
    return effect.added.length + effect.removed.length > 0 ? [effect] : []
  })
}

/** The conditions under which other prices count before or after; none where no rule changes. */
function conditionsOf({ row, terms }: Changed): PriceConditions[] {
  if (sameTerms(row.terms, terms)) return []
  const rules = [...(row.terms.rules ?? row.rules), ...(terms.rules ?? row.rules)]
  const found = rules.filter((rule) => dependsOnCall(rule) && !isTierFactor(rule)).map(conditionsIn)
  return [...new Map(found.map((when) => [JSON.stringify(when), when])).values()]
}

function effectOf(
  { row, own, terms }: Changed,
  ratios: Readonly<Record<string, number>>,
  when?: PriceConditions,
): Effect[] {
  const { model, listed } = row
  const [was, is] = [rulesOf(row.terms, row.rules), rulesOf(terms, row.rules)]
  const groups = row.groups
    .filter((group) => !when || isForGroup(when, group))
    .map((group) => {
      const groupRatio = Object.hasOwn(ratios, group) ? (ratios[group] ?? 1) : 1
      const old = priceFor({ own: row.own, listed, rules: was, group, groupRatio }, when)
      const next = priceFor({ own, listed, rules: is, group, groupRatio }, when)
      const [before, after] = [amountsOf(old), amountsOf(next)]
      const steps = Object.fromEntries(
        AMOUNTS.map((amount) => [amount, { before: before[amount], after: after[amount] }]),
      ) as Record<Amount, Step>
      return { group, ratio: next?.groupRatio ?? old?.groupRatio ?? groupRatio, steps }
    })
  const amounts = AMOUNTS.filter((amount) =>
    groups.some(({ steps }) => {
      const like = LIKE[amount]
      return differs(steps[amount]) && !(like && same(steps[amount], steps[like]))
    }),
  )
  return amounts.length === 0 ? [] : [{ model, ...(when && { when }), amounts, groups }]
}

/** Left out where they cost what these cost, before and after. */
const LIKE: Partial<Record<Amount, Amount>> = {
  cacheRead: 'input',
  cacheWrite5m: 'input',
  cacheWrite1h: 'input',
  audioInput: 'input',
  imageInput: 'input',
  audioOutput: 'output',
  imageOutput: 'output',
  reasoning: 'output',
}
const differs = ({ before, after }: Step) => before !== after
const same = (one: Step, other: Step) => one.before === other.before && one.after === other.after
