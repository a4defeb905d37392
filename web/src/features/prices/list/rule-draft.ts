import { type PriceRule, RULE_COMPONENT_NAMES, type RuleComponent } from '#contract/prices/price-rules.ts'
import { typedPrice } from './price-rows.ts'

/** A rule as it is typed; "" = not set. */
export interface RuleDraft {
  above: string
  upTo: string
  reasoning: 'any' | 'with' | 'without'
  from: string
  until: string
  days: readonly number[]
  /** Windows, separated by commas. */
  hours: string
  groups: readonly string[]
  factor: string
  tier: string
  perCall: string
  groupRatio: string
  /** `3`: USD per million tokens; `×1.5`: times the price. */
  components: Readonly<Record<RuleComponent, string>>
}

/** Returns a rule as text for its form; undefined = a new one. */
export function draftOf(rule: PriceRule = {}): RuleDraft {
  const { with_reasoning: reasoning, prices = {}, factors = {} } = rule
  const component = (name: RuleComponent) =>
    prices[name] !== undefined ? String(prices[name]) : factors[name] !== undefined ? `×${factors[name]}` : ''
  return {
    above: text(rule.above),
    upTo: text(rule.up_to),
    reasoning: reasoning === undefined ? 'any' : reasoning ? 'with' : 'without',
    from: rule.from ?? '',
    until: rule.until ?? '',
    days: rule.days ?? [],
    hours: rule.hours?.join(', ') ?? '',
    groups: rule.groups ?? [],
    factor: text(rule.factor),
    tier: rule.tier ?? '',
    perCall: text(rule.per_call),
    groupRatio: text(rule.group_ratio),
    components: Object.fromEntries(
      RULE_COMPONENT_NAMES.map((name) => [name, component(name)]),
    ) as RuleDraft['components'],
  }
}

const text = (value: number | undefined) => (value === undefined ? '' : String(value))

const FACTOR = /^[×x*]\s*/i

/** Returns the rule that was typed, unchecked: what is no number is NaN, which the contract's schema refuses. */
export function ruleOf(draft: RuleDraft): PriceRule {
  const numberIn = (name: string, typed: string) => (typed.trim() === '' ? {} : { [name]: numberOf(typed) })
  const words = (name: string, typed: string) => (typed.trim() === '' ? {} : { [name]: typed.trim() })
  const hours = draft.hours
    .normalize('NFKC')
    .split(/[,，、\s]+/)
    .map((window) => window.replace(/[–—]/g, '-'))
    .filter(Boolean)
  const typed = RULE_COMPONENT_NAMES.filter((name) => draft.components[name].trim() !== '')
  const isFactor = (name: RuleComponent) => FACTOR.test(draft.components[name].trim())
  const part = (names: readonly RuleComponent[]) =>
    Object.fromEntries(names.map((name) => [name, numberOf(draft.components[name].trim().replace(FACTOR, ''))]))
  const [factors, prices] = [typed.filter(isFactor), typed.filter((name) => !isFactor(name))]
  return {
    ...numberIn('above', draft.above),
    ...numberIn('up_to', draft.upTo),
    ...(draft.reasoning !== 'any' && { with_reasoning: draft.reasoning === 'with' }),
    ...words('from', draft.from),
    ...words('until', draft.until),
    ...(draft.days.length > 0 && { days: draft.days.toSorted() }),
    ...(hours.length > 0 && { hours }),
    ...(draft.groups.length > 0 && { groups: [...draft.groups] }),
    ...numberIn('factor', draft.factor.trim().replace(FACTOR, '')),
    ...(factors.length > 0 && { factors: part(factors) }),
    ...(prices.length > 0 && { prices: part(prices) }),
    ...numberIn('per_call', draft.perCall),
    ...numberIn('group_ratio', draft.groupRatio.trim().replace(FACTOR, '')),
    ...words('tier', draft.tier),
  }
}

/** Large numbers may be written with separators: 272,000 or 272 000. */
function numberOf(typed: string): number {
  const plain = typedPrice(typed).replace(/(\d)[,\s_](?=\d{3}(?:\D|$))/g, '$1')
  return /^\d*\.?\d+$|^\d+\.$/.test(plain) ? Number(plain) : Number.NaN
}
