import { decimalProduct } from '../decimal.ts'
import { baseOf, type CellProblem, type ListedPrice, type OwnPrice, problemOf } from './dollar-prices.ts'
import { type Price, USD_PER_RATIO } from './price.ts'
import {
  applyRules,
  dependsOnCall,
  isForGroup,
  isTierFactor,
  type PriceConditions,
  type PriceRule,
  type RuleComponent,
} from './price-rules.ts'

/** What a model costs beside its four cells: further prices in dollars, and rules. Pure functions. */

/** The further prices, by the name that rules give them. They are stored as a rule without conditions. */
export const EXTRA_CELLS = {
  cacheWrite5m: 'cache_write_5m',
  cacheWrite1h: 'cache_write_1h',
  audioInput: 'audio_input',
  audioOutput: 'audio_output',
  imageInput: 'image_input',
  imageOutput: 'image_output',
  reasoning: 'reasoning',
} as const satisfies Record<string, RuleComponent>
export type ExtraName = keyof typeof EXTRA_CELLS
export const EXTRA_NAMES = Object.keys(EXTRA_CELLS) as ExtraName[]
/** USD per million tokens; "" = no price of its own. */
export type ExtraCells = Readonly<Record<ExtraName, string>>
export const NO_EXTRAS = Object.fromEntries(EXTRA_NAMES.map((name) => [name, ''])) as ExtraCells

/** An operator's own terms of a model. */
export interface PriceTerms {
  extras: ExtraCells
  /** `null` = the built-in ones. */
  rules: readonly PriceRule[] | null
}

/** Reads the entry of a model in `PriceRules`; undefined = it has none. `listed`: the built-in rules. */
export function termsOf(entry: readonly PriceRule[] | undefined, listed: readonly PriceRule[]): PriceTerms {
  if (!entry) return { extras: NO_EXTRAS, rules: null }
  const [first, ...others] = entry
  const isExtra = first !== undefined && holdsExtras(first)
  const rules = isExtra ? others : entry
  const extras = isExtra
    ? EXTRA_NAMES.map((name) => {
        const usd = first.prices?.[EXTRA_CELLS[name]]
        return [name, usd === undefined ? '' : decimalProduct(usd)]
      })
    : []
  return { extras: { ...NO_EXTRAS, ...Object.fromEntries(extras) }, rules: sameRules(rules, listed) ? null : rules }
}

const EXTRA_COMPONENTS: ReadonlySet<string> = new Set(Object.values(EXTRA_CELLS))
const holdsExtras = ({ prices, ...rest }: PriceRule) =>
  prices !== undefined &&
  Object.keys(rest).length === 0 &&
  Object.keys(prices).every((name) => EXTRA_COMPONENTS.has(name))

export const sameRules = (one: readonly PriceRule[], other: readonly PriceRule[]) =>
  JSON.stringify(one) === JSON.stringify(other)

export const sameTerms = (one: PriceTerms, other: PriceTerms) =>
  EXTRA_NAMES.every((name) => one.extras[name] === other.extras[name]) &&
  JSON.stringify(one.rules) === JSON.stringify(other.rules)

/** All rules that count for a model with these terms. */
export function rulesOf({ extras, rules }: PriceTerms, listed: readonly PriceRule[]): readonly PriceRule[] {
  const own = EXTRA_NAMES.filter((name) => extras[name] !== '')
  const prices = Object.fromEntries(own.map((name) => [EXTRA_CELLS[name], Number(extras[name])]))
  return [...(own.length > 0 ? [{ prices }] : []), ...(rules ?? listed)]
}

/** The entry in `PriceRules` that gives the terms; undefined = none is needed. */
export function entryOf(terms: PriceTerms, listed: readonly PriceRule[]): readonly PriceRule[] | undefined {
  if (terms.rules === null && EXTRA_NAMES.every((name) => terms.extras[name] === '')) return undefined
  return rulesOf(terms, listed)
}

/** What is wrong with further prices beside the model's own price. */
export function extraProblems(
  extras: ExtraCells,
  own: OwnPrice,
  listed: ListedPrice | null,
): Partial<Record<ExtraName, CellProblem>> {
  const base = baseOf(own, listed)
  const problems: Partial<Record<ExtraName, CellProblem>> = {}
  for (const name of EXTRA_NAMES) {
    if (extras[name] === '') continue
    const problem = problemOf(extras[name], 'input')
    if (problem) problems[name] = problem
    else if (!base) problems[name] = 'inputMissing'
    else if ('perCall' in base) problems[name] = 'both'
    else if (base.ratio === 0 && Number(extras[name]) > 0) problems[name] = 'freeInput'
  }
  return problems
}

/** The price of a model before rules, as the price book makes it; `null` = it has none. */
export function priceOf(own: OwnPrice, listed: ListedPrice | null, groupRatio = 1): Price | null {
  const base = baseOf(own, listed)
  if (!base) return null
  const output = own.CompletionRatio ?? listed?.completion_ratio ?? 1
  const cacheWrite5m = listed?.cache_write_5m ?? 1
  const audio = listed?.audio_ratio ?? 1
  const reasoning = listed?.reasoning_ratio ?? undefined
  return {
    modelPrice: 'perCall' in base ? base.perCall : null,
    modelRatio: 'ratio' in base ? base.ratio : 0,
    groupRatio,
    quotaPerUnit: 1,
    ratios: {
      output,
      ...(reasoning !== undefined && { reasoning }),
      cacheRead: own.CacheRatio ?? listed?.cache_ratio ?? 1,
      cacheWrite5m,
      cacheWrite1h: listed?.cache_write_1h ?? cacheWrite5m,
      audioInput: audio,
      audioOutput: audio * (listed?.audio_completion_ratio ?? output),
      imageInput: listed?.image_ratio ?? 1,
      imageOutput: listed?.image_output_ratio ?? output,
    },
  }
}

/** The prices of a model in the order in which they are shown. */
export const AMOUNTS = ['input', 'output', 'cacheRead', ...EXTRA_NAMES, 'perCall'] as const
export type Amount = (typeof AMOUNTS)[number]
/** USD per million tokens or per call, the group's ratio included; `null` = not charged by it. */
export type Amounts = Readonly<Record<Amount, string | null>>

/** The prices in dollars. */
export function amountsOf(price: Price | null): Amounts {
  const amount = (name: Amount): string | null => {
    if (!price) return null
    const { modelPrice, modelRatio, ratios, groupRatio } = price
    if (modelPrice !== null) return name === 'perCall' ? decimalProduct(modelPrice, groupRatio) : null
    if (name === 'perCall') return null
    const ratio = name === 'input' ? 1 : (ratios[name] ?? ratios.output)
    return decimalProduct(USD_PER_RATIO, modelRatio, ratio, groupRatio)
  }
  return Object.fromEntries(AMOUNTS.map((name) => [name, amount(name)])) as Amounts
}

/** A model's price for a group by rules. */
export interface PricedBy {
  own: OwnPrice
  listed: ListedPrice | null
  rules: readonly PriceRule[]
  group: string
  groupRatio: number
}

/** The price for a group, without other rules that depend on the call, or with those that have these conditions. */
export function priceFor({ own, listed, rules, group, groupRatio }: PricedBy, when?: PriceConditions): Price | null {
  const price = priceOf(own, listed, groupRatio)
  if (!price) return null
  const wanted = when && JSON.stringify(when)
  const applied = rules.filter((rule) => {
    if (isTierFactor(rule) || !isForGroup(rule, group)) return false
    return !dependsOnCall(rule) || JSON.stringify(conditionsIn(rule)) === wanted
  })
  return applyRules(price, applied)
}

const CONDITIONS = ['above', 'up_to', 'with_reasoning', 'from', 'until', 'days', 'hours', 'groups', 'tier'] as const

/** The conditions of a rule in one order, whatever the order in which they were written. */
export const conditionsIn = (rule: PriceConditions): PriceConditions =>
  Object.fromEntries(CONDITIONS.flatMap((name) => (rule[name] === undefined ? [] : [[name, rule[name]]])))
