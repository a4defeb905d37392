import { decimalProduct, decimalRatio } from '../decimal.ts'
import { type Component, type Price, USD_PER_RATIO } from './price.ts'

/** Conditions under which a model costs something else. Pure functions over exact decimals. */

/** When a rule applies. All conditions that are set must hold; a rule without any always applies. */
export interface PriceConditions {
  /** Prompts of more tokens than this, cached ones included. */
  above?: number
  /** Prompts of at most this many tokens. */
  up_to?: number
  /** Answers with reasoning (true) or without (false). */
  with_reasoning?: boolean
  /** Calls that start at this moment or later: a day (`2027-01-01`, from midnight UTC) or a time in ISO 8601. */
  from?: string
  /** Calls that start before this moment. */
  until?: string
  /** Days of the week in UTC: 1 = Monday … 7 = Sunday. */
  days?: number[]
  /** Times of the day in UTC, such as `16:30-00:30`: the start is included, the end is not. */
  hours?: string[]
  /** Groups of callers. */
  groups?: string[]
  /** The service tier of the answer, such as `priority`. With `factor` alone, the factor is the price of that tier. */
  tier?: string
}

/** What can have a separate price, by the name in a rule. */
export const RULE_COMPONENTS = {
  input: 'input',
  output: 'output',
  reasoning: 'reasoning',
  cache_read: 'cacheRead',
  cache_write_5m: 'cacheWrite5m',
  cache_write_1h: 'cacheWrite1h',
  audio_input: 'audioInput',
  audio_output: 'audioOutput',
  image_input: 'imageInput',
  image_output: 'imageOutput',
} as const satisfies Record<string, Component | 'reasoning'>
export type RuleComponent = keyof typeof RULE_COMPONENTS
export const RULE_COMPONENT_NAMES = Object.keys(RULE_COMPONENTS) as RuleComponent[]

/** A rule: conditions, and what they change. Changes are before the group's ratio. */
export interface PriceRule extends PriceConditions {
  /** Multiplies all prices except those of tools. */
  factor?: number
  /** Multiplies prices of single components; the others keep their price. */
  factors?: Partial<Record<RuleComponent, number>>
  /** USD per million tokens of single components; the others keep their price. */
  prices?: Partial<Record<RuleComponent, number>>
  /** USD per call, for models that are sold by the call. */
  per_call?: number
  /** Replaces the ratio of the caller's group. */
  group_ratio?: number
}

/** Facts of a call that are known when it starts. */
export interface CallMoment {
  /** Milliseconds since the epoch. */
  at: number
  group: string
}

/** Facts of a call that its usage tells. */
export interface CallSize {
  promptTokens: number
  hasReasoning: boolean
  /** The service tier, or several joined by `+`; absent = the standard one. */
  tier?: string | undefined
}

/** Whether the conditions on the moment and on the caller hold. */
export function appliesAt(rule: PriceConditions, { at, group }: CallMoment): boolean {
  if (!isForGroup(rule, group)) return false
  if (rule.from !== undefined && at < Date.parse(rule.from)) return false
  if (rule.until !== undefined && at >= Date.parse(rule.until)) return false
  if (rule.days && !rule.days.includes(dayOfWeek(at))) return false
  return !rule.hours || rule.hours.some((window) => isWithin(minuteOfDay(at), window))
}

/** Whether a rule is for callers of a group. */
export const isForGroup = ({ groups }: PriceConditions, group: string): boolean => !groups || groups.includes(group)

/** Whether a rule has conditions beside those on the caller. */
export function dependsOnCall(rule: PriceConditions): boolean {
  const { from, until, days, hours } = rule
  return dependsOnSize(rule) || [from, until, days, hours].some((condition) => condition !== undefined)
}

/** Whether a rule is one factor of a service tier, which is a part of every price of the model. */
export const isTierFactor = ({ tier, factor, factors, prices, ...rule }: PriceRule): boolean =>
  tier !== undefined && factor !== undefined && !factors && !prices && !dependsOnLength(rule) && !hasReasoning(rule)

const hasReasoning = ({ with_reasoning }: PriceConditions) => with_reasoning !== undefined

/** Whether a rule depends on the usage, which is known when a call has ended. */
export const dependsOnSize = (rule: PriceRule): boolean =>
  dependsOnLength(rule) || hasReasoning(rule) || (rule.tier !== undefined && !isTierFactor(rule))

/** Whether a rule depends on the length of the prompt. */
export const dependsOnLength = ({ above, up_to }: PriceConditions): boolean =>
  above !== undefined || up_to !== undefined

/** Whether a rule has dates, and they have begun to count at a moment. */
export const isDatedBefore = ({ from, until }: PriceConditions, at: number): boolean =>
  from === undefined ? until !== undefined : Date.parse(from) <= at

/** Whether the conditions on the usage hold. */
export function appliesToSize(rule: PriceConditions, { promptTokens, hasReasoning, tier = '' }: CallSize): boolean {
  if (rule.tier !== undefined && rule.tier !== tier && !tier.split('+').includes(rule.tier)) return false
  if (rule.above !== undefined && promptTokens <= rule.above) return false
  if (rule.up_to !== undefined && promptTokens > rule.up_to) return false
  return rule.with_reasoning === undefined || rule.with_reasoning === hasReasoning
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const MINUTES_OF_DAY = 24 * 60

/** The first of January 1970 was a Thursday. */
const dayOfWeek = (at: number) => ((Math.floor(at / DAY_MS) + 3) % 7) + 1
const minuteOfDay = (at: number) => Math.floor((at % DAY_MS) / MINUTE_MS)

const WINDOW = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]|24):([0-5]\d)$/

/** Reads a window such as `16:30-00:30`, in minutes of the day; undefined = it is none. */
export function readWindow(text: string): { start: number; end: number } | undefined {
  const [, startHour, startMinute, endHour, endMinute] = WINDOW.exec(text) ?? []
  if (startHour === undefined) return undefined
  const start = Number(startHour) * 60 + Number(startMinute)
  const end = Number(endHour) * 60 + Number(endMinute)
  return end > MINUTES_OF_DAY || start === end ? undefined : { start, end }
}

function isWithin(minute: number, text: string): boolean {
  const window = readWindow(text)
  if (!window) return false
  const { start, end } = window
  return start < end ? minute >= start && minute < end : minute >= start || minute < end
}

/** Returns the next moment after `at` at which other rules may apply; Infinity = never. */
export function nextChange(rules: readonly PriceConditions[], at: number): number {
  const midnight = Math.floor(at / DAY_MS) * DAY_MS
  const moments = rules.flatMap(({ from, until, days, hours }) => [
    ...(from === undefined ? [] : [Date.parse(from)]),
    ...(until === undefined ? [] : [Date.parse(until)]),
    ...(days || hours ? [midnight + DAY_MS] : []),
    ...(hours ?? []).flatMap(readTimes).map((minute) => midnight + minute * MINUTE_MS),
  ])
  return Math.min(...moments.filter((moment) => moment > at), Number.POSITIVE_INFINITY)
}

function readTimes(text: string): number[] {
  const window = readWindow(text)
  return window ? [window.start, window.end] : []
}

/** The conditions of a rule without what it changes, for receipts. */
export function conditionsOf(rule: PriceRule): PriceConditions {
  const { factor: _f, factors: _fs, prices: _p, per_call: _c, group_ratio: _g, ...conditions } = rule
  return conditions
}

/** Applies rules to a price, one after the other. */
export const applyRules = (price: Price, rules: readonly PriceRule[]): Price => rules.reduce(applyRule, price)

function applyRule(price: Price, rule: PriceRule): Price {
  const { factor, group_ratio: groupRatio = price.groupRatio, tier } = rule
  if (tier !== undefined && factor !== undefined && isTierFactor(rule)) return withTierFactor(price, tier, factor)
  const multiplied = factor === undefined ? price : timesFactor(price, factor)
  const changed = withComponents({ ...multiplied, groupRatio }, rule)
  // Prices of a tier are whole prices: its factor does not multiply them.
  return tier === undefined ? changed : withTierFactor(changed, tier, 1)
}

const withTierFactor = (price: Price, tier: string, factor: number): Price => ({
  ...price,
  tiers: { ...price.tiers, [tier]: factor },
})

/** How many times its usual price the component costs that a rule makes dearest, for holds. */
export function largestFactor(price: Price, rule: PriceRule): number {
  const changed = applyRule(price, rule)
  return Math.max(
    ...RULE_COMPONENT_NAMES.map((name) => {
      const [usual, own] = [ratioOf(price, name), ratioOf(changed, name)]
      return usual === 0 ? 1 : own / usual
    }),
  )
}

/** A product of one is the number itself, with all of its digits. */
const times = (a: number, b: number) => (b === 1 ? a : Number(decimalProduct(a, b)))

const timesFactor = (price: Price, factor: number): Price => ({
  ...price,
  modelRatio: times(price.modelRatio, factor),
  modelPrice: price.modelPrice === null ? null : times(price.modelPrice, factor),
})

/** Changes single prices. The ratios of all others are related to the new price of input. */
function withComponents(price: Price, rule: PriceRule): Price {
  if (price.modelPrice !== null) return rule.per_call === undefined ? price : { ...price, modelPrice: rule.per_call }
  const changed = RULE_COMPONENT_NAMES.filter((name) => changes(rule, name))
  if (changed.length === 0) return price
  const input = ratioAfter(price, rule, 'input')
  const ratios = { ...price.ratios }
  for (const name of RULE_COMPONENT_NAMES) {
    const component = RULE_COMPONENTS[name]
    if (component === 'input' || (input === price.modelRatio && !changes(rule, name))) continue
    if (component === 'reasoning' && ratios.reasoning === undefined && !changes(rule, name)) continue
    // No ratio relates a price to free input: such a model stays free.
    ratios[component] = input === 0 ? 1 : decimalRatio(ratioAfter(price, rule, name), input)
  }
  return { ...price, modelRatio: input, ratios }
}

const changes = ({ prices, factors }: PriceRule, name: RuleComponent) =>
  prices?.[name] !== undefined || factors?.[name] !== undefined

/** The price of a component after a rule, relative to ratio 1. */
function ratioAfter(price: Price, { prices, factors }: PriceRule, name: RuleComponent): number {
  const own = prices?.[name]
  return own === undefined ? times(ratioOf(price, name), factors?.[name] ?? 1) : decimalRatio(own, USD_PER_RATIO)
}

function ratioOf({ modelRatio, ratios }: Price, name: RuleComponent): number {
  const component = RULE_COMPONENTS[name]
  if (component === 'input') return modelRatio
  return times(modelRatio, ratios[component] ?? ratios.output)
}
