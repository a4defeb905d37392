/**
 * The kinds of rules of alerts as data: what each is told, with units and bounds. Pages build their forms from it, and
 * the server checks against it.
 */

export const RULE_UNITS = ['percent', 'calls', 'seconds', 'quota', 'dollars', 'days', 'times', 'tokens'] as const
export type RuleUnit = (typeof RULE_UNITS)[number]

/** A number that a rule is told. */
export interface RuleParameter {
  unit: RuleUnit
  default: number
  min: number
  max: number
}

const MOST = 1_000_000_000_000
const percent = (fallback: number): RuleParameter => ({ unit: 'percent', default: fallback, min: 1, max: 100 })
const times = (fallback: number): RuleParameter => ({ unit: 'times', default: fallback, min: 1.1, max: 1000 })
const quota = (fallback: number): RuleParameter => ({ unit: 'quota', default: fallback, min: 0, max: MOST })
const calls = (fallback: number): RuleParameter => ({ unit: 'calls', default: fallback, min: 1, max: MOST })

export const RULE_KINDS = {
  /** A channel was disabled automatically. */
  channel_down: {},
  /** A key of a channel was stopped. */
  key_down: {},
  /** A share of the attempts at a channel fails. */
  error_rate: { percent: percent(20), calls: calls(20) },
  /** The first byte of 95 % of the answers of a channel takes longer. */
  latency: { seconds: { unit: 'seconds', default: 20, min: 0.1, max: 60 }, calls: calls(20) },
  /** A channel and model cost more than they brought in over the last day. */
  margin: { loss: { unit: 'quota', default: 50_000, min: 0, max: MOST } },
  /** The account of a channel at its vendor is running out of money. */
  balance: { dollars: { unit: 'dollars', default: 5, min: 0, max: MOST } },
  /** What is charged to a user, a token or a model within a day against the two weeks before. */
  user_spend: { times: times(5), quota: quota(5_000_000) },
  token_spend: { times: times(5), quota: quota(5_000_000) },
  model_spend: { times: times(3), quota: quota(25_000_000) },
  /** A share of a budget of a user, token, group, model, channel or key is used: 50, 80 and 100 % are told. */
  budget: { percent: percent(80) },
  /** The share of prompts that vendors' caches serve has fallen by a number of points against the week before. */
  cache_share: { percent: percent(25), tokens: { unit: 'tokens', default: 1_000_000, min: 1, max: MOST } },
  /** Calls ask for a model that channels offer and that has no price. */
  unpriced: { calls: calls(1) },
  /** Vendors end models that channels offer. */
  retirement: { days: { unit: 'days', default: 30, min: 1, max: 365 } },
  /** The check of the books has found differences. */
  books: {},
  /** The disk of a node is filling up. */
  disk: { percent: percent(10) },
  /** The certificate of an upstream expires. */
  certificate: { days: { unit: 'days', default: 14, min: 1, max: 90 } },
} as const satisfies Record<string, Record<string, RuleParameter>>

export type RuleKind = keyof typeof RULE_KINDS
export type RuleParameters<K extends RuleKind = RuleKind> = Readonly<
  Record<K extends RuleKind ? keyof (typeof RULE_KINDS)[K] : never, number>
>

export const RULE_KIND_NAMES = Object.keys(RULE_KINDS) as RuleKind[]

/** Returns the parameters of a kind by name. */
export const parametersOf = (kind: RuleKind): [string, RuleParameter][] => Object.entries(RULE_KINDS[kind])

/**
 * Returns the parameters of a rule with defaults for those that are missing, or the name of the first that is not a
 * number within its bounds, or that the kind does not have.
 */
export function readParameters(kind: RuleKind, given: Readonly<Record<string, unknown>>): RuleParameters | string {
  const known: Record<string, RuleParameter> = RULE_KINDS[kind]
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(known, name))
  if (stranger !== undefined) return stranger
  const read: Record<string, number> = {}
  for (const [name, { default: fallback, min, max }] of Object.entries(known)) {
    const value = given[name] ?? fallback
    if (typeof value !== 'number' || !(value >= min && value <= max)) return name
    read[name] = value
  }
  return read as RuleParameters
}
