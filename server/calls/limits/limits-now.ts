import { LIMIT_MEASURES, type LimitMeasure, type LimitsNow, type LimitUse } from '#contract/limits.ts'
import type { PermitSource } from '../../platform/meters/permit-source.ts'
import type { Store } from '../../platform/store/database.ts'
import type { AppliedLimits } from './applied-limits.ts'
import { type BudgetInWindow, readBudgetUse } from './budget-windows.ts'
import type { Calendar } from './calendar.ts'
import { type Counters, useKey } from './counters.ts'

/** A measure that one of several subjects limits. */
interface Asked {
  index: number
  applied: AppliedLimits
  measure: LimitMeasure
  limit: number
}

/** Returns the use of all limits of several subjects, by all nodes as far as they can be asked. */
export async function readLimitsNow(
  store: Store,
  counters: Counters,
  source: PermitSource | undefined,
  calendar: Calendar,
  subjects: readonly AppliedLimits[],
): Promise<LimitsNow[]> {
  const now = Date.now()
  const asked = subjects.flatMap((applied, index) =>
    LIMIT_MEASURES.flatMap((measure): Asked[] => {
      const limit = applied.limits[measure]
      return limit === undefined ? [] : [{ index, applied, measure, limit }]
    }),
  )
  const budgets = subjects.flatMap((applied, index) =>
    (applied.limits.budgets ?? []).map((budget) => ({
      index,
      at: { scope: applied.scope, subject: applied.subject, budget, ...calendar.windowAt(budget.window, now) },
    })),
  )
  const [counted, spent] = await Promise.all([
    readCounted(asked, counters, source, now),
    readBudgetUse(
      store,
      budgets.map(({ at }) => at),
    ),
  ])
  const uses = subjects.map((): LimitsNow => ({}))
  for (const [n, { index, measure }] of asked.entries()) {
    const use = counted[n]
    const of = uses[index]
    if (use && of) of[measure] = use
  }
  for (const [n, { index, at }] of budgets.entries()) {
    const of = uses[index]
    if (of) of.budgets = [...(of.budgets ?? []), budgetUse(at, spent[n] ?? 0)]
  }
  return uses
}

const budgetUse = ({ budget: { window, models, quota }, end }: BudgetInWindow, used: number) => ({
  window,
  ...(models && { models }),
  used,
  limit: quota,
  resets_at: Math.floor(end / 1000),
})

async function readCounted(
  asked: readonly Asked[],
  counters: Counters,
  source: PermitSource | undefined,
  now: number,
): Promise<LimitUse[]> {
  const own = asked.map(({ applied, measure }) => counters.read(applied, measure, now))
  const keys = asked.map(({ applied, measure }) => useKey(applied, measure))
  const shared = source?.isUp ? await source.readUse(keys).catch(() => undefined) : undefined
  return asked.map(({ limit }, n) => {
    const { used = 0, spare = 0, endsAt = 0 } = own[n] ?? {}
    // What this node has taken in advance is not used yet.
    const all = shared ? Math.max(0, (shared[n] ?? 0) - spare) : used
    return { used: all, limit, resets_at: Math.ceil(endsAt / 1000) }
  })
}
