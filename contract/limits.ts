/**
 * Limits of calls: how many, how many tokens, how many at once, and how much they may cost. Every part is optional.
 * docs/concepts/limits.md describes what each scope and measure counts.
 */

/** The calendar windows of budgets, in the site's time zone; weeks start on Monday. */
export const BUDGET_WINDOWS = ['hour', 'day', 'week', 'month'] as const
export type BudgetWindow = (typeof BUDGET_WINDOWS)[number]

/** What calls may cost within a calendar window. */
export interface Budget {
  window: BudgetWindow
  /** Quota units. */
  quota: number
  /** Names or patterns such as `claude-opus*`: only calls of these models count; absent = all models. */
  models?: string[]
}

/** What is counted. */
export const LIMIT_MEASURES = ['rpm', 'rpd', 'tpm', 'tpd', 'concurrency'] as const
export type LimitMeasure = (typeof LIMIT_MEASURES)[number]

export type Limits = {
  /** `rpm`, `rpd`: calls in a minute, in a day. `tpm`, `tpd`: tokens. `concurrency`: calls at the same time. */
  [M in LimitMeasure]?: number
} & { budgets?: Budget[] }

/** What limits apply to. */
export const LIMIT_SCOPES = ['token', 'user', 'group', 'model', 'channel', 'key'] as const
export type LimitScope = (typeof LIMIT_SCOPES)[number]

/** How much of a limit is used. */
export interface LimitUse {
  used: number
  limit: number
  /** Unix seconds at which the window ends; 0 = the limit has no window, or nothing was counted yet. */
  resets_at: number
}

export interface BudgetUse extends LimitUse, Pick<Budget, 'window' | 'models'> {}

/** The use of all limits of one token, user or channel. */
export type LimitsNow = { [M in LimitMeasure]?: LimitUse } & { budgets?: BudgetUse[] }

/** The largest count that a limit may have. */
export const MAX_LIMIT = 1_000_000_000_000
export const MAX_BUDGETS = 20

/** Whether a list of names and patterns contains a model; `*` stands for any characters. */
export const matchesModel = (patterns: readonly string[], model: string): boolean =>
  patterns.some((pattern) => matchesPattern(pattern, model))

/** Whether a name is matched by a pattern in which `*` stands for any characters. */
export function matchesPattern(pattern: string, name: string): boolean {
  const parts = pattern.split('*')
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  if (parts.length === 1) return pattern === name
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at)
    if (found < 0 || found + part.length > name.length - last.length) return false
    at = found + part.length
  }
  return true
}

/** The identity of a budget among those of its owner: the window, and the models that it counts. */
export const budgetName = ({ window, models }: Pick<Budget, 'window' | 'models'>): string =>
  models ? `${window} ${[...models].sort().join(' ')}` : window

/** Whether nothing is limited. */
export const isUnlimited = (limits: Limits): boolean =>
  LIMIT_MEASURES.every((measure) => limits[measure] === undefined) && !limits.budgets?.length

/** Returns limits as they are stored: JSON, "" = none. */
export const storedLimits = (limits: Limits | null): string =>
  limits === null || isUnlimited(limits) ? '' : JSON.stringify(limits)

/** Reads what `storedLimits` has written; undefined = nothing is limited. */
export const parseStoredLimits = (text: string): Limits | undefined =>
  text === '' ? undefined : (JSON.parse(text) as Limits)

/**
 * Returns limits after a change of the named parts alone: other measures and budgets stay, and a budget of the same
 * window and models is replaced. null = none.
 */
export function mergeLimits(former: Limits | null, change: Limits | null): Limits | null {
  const { budgets: before = [], ...counts } = former ?? {}
  const { budgets: after = [], ...changes } = change ?? {}
  const named = new Set(after.map(budgetName))
  const budgets = [...before.filter((budget) => !named.has(budgetName(budget))), ...after]
  const merged: Limits = { ...counts, ...changes, ...(budgets.length > 0 && { budgets }) }
  return isUnlimited(merged) ? null : merged
}

/** A limit with its use: of a measure, or a budget. */
export type UsedLimit = { measure: LimitMeasure; use: LimitUse } | { measure: 'budget'; use: BudgetUse }

/** Returns the limit of which the largest share is used; undefined = nothing is limited. */
export function tightestLimit({ budgets = [], ...counts }: LimitsNow): UsedLimit | undefined {
  const all: UsedLimit[] = [
    ...LIMIT_MEASURES.flatMap((measure) => {
      const use = counts[measure]
      return use ? [{ measure, use }] : []
    }),
    ...budgets.map((use) => ({ measure: 'budget' as const, use })),
  ]
  return all.toSorted((one, other) => usedShare(other.use) - usedShare(one.use))[0]
}

/** The used share of a limit, from 0 to 1; a limit of 0 is used up. */
export const usedShare = ({ used, limit }: LimitUse): number => (limit > 0 ? Math.min(1, used / limit) : 1)

/** What makes limits looser than the bounds that an administrator has set: the parts that are. */
export function exceededBounds(limits: Limits, bounds: Limits): (LimitMeasure | BudgetWindow)[] {
  const measures = LIMIT_MEASURES.filter((measure) => isAbove(limits[measure], bounds[measure]))
  const windows = BUDGET_WINDOWS.filter((window) => {
    const bound = bounds.budgets?.find((budget) => budget.window === window && !budget.models)
    return limits.budgets?.some((budget) => budget.window === window && isAbove(budget.quota, bound?.quota))
  })
  return [...measures, ...windows]
}

const isAbove = (limit: number | undefined, bound: number | undefined) =>
  limit !== undefined && bound !== undefined && limit > bound
