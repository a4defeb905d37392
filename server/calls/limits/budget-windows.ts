import { LRUCache } from 'lru-cache'
import { type Budget, budgetName, type LimitScope, matchesModel } from '#contract/limits.ts'
import type { Owner } from '../../money/accounting/leases.ts'
import type { Store } from '../../platform/store/database.ts'
import type { AppliedLimits } from './applied-limits.ts'
import type { Calendar } from './calendar.ts'

/** A budget with its owner and the window that a call begins in. */
export interface BudgetInWindow {
  scope: LimitScope
  subject: string
  budget: Budget
  /** Milliseconds since the epoch. */
  start: number
  end: number
}

/** The budgets that a call is charged to, with the owners of their leases in the same order. */
export interface CallBudgets {
  budgets: readonly BudgetInWindow[]
  owners: readonly Owner[]
}

export const NO_BUDGETS: CallBudgets = { budgets: [], owners: [] }

/** Returns the budgets that a call of a model counts in. */
export function budgetsOf(
  applied: readonly AppliedLimits[],
  model: string,
  calendar: Calendar,
  at: number,
): BudgetInWindow[] {
  const found: BudgetInWindow[] = []
  for (const { scope, subject, limits } of applied) {
    for (const budget of limits.budgets ?? NONE) {
      if (budget.models && !matchesModel(budget.models, model)) continue
      found.push({ scope, subject, budget, ...calendar.windowAt(budget.window, at) })
    }
  }
  return found
}

const NONE: readonly Budget[] = []

/** The row of a window, and the budget's size when it was last written. */
interface KnownWindow {
  id: number
  start: number
  quota: number
}

const MAX_KNOWN = 200_000

/**
 * Returns a function that finds the owners of the leases of budgets: the rows of their windows, which it creates. The
 * ids of the present windows are known after the first call in them. `changed` is told of a window whose budget has
 * another size than before.
 */
export function createBudgetOwners(store: Store, changed: (owner: Owner) => Promise<void>) {
  const known = new LRUCache<string, KnownWindow>({ maxSize: MAX_KNOWN, sizeCalculation: () => 1 })
  const pending = new Map<string, Promise<KnownWindow>>()

  function look(key: string, { start, budget }: BudgetInWindow): KnownWindow | undefined {
    const window = known.get(key)
    return window?.start === start && window.quota === budget.quota ? window : undefined
  }

  async function load(key: string, wanted: BudgetInWindow): Promise<KnownWindow> {
    const before = known.get(key)
    const window = { id: await storeWindow(store, wanted), start: wanted.start, quota: wanted.budget.quota }
    if (before?.id === window.id) await changed({ kind: 'budget', id: window.id })
    if (!before || before.start <= window.start) known.set(key, window)
    return window
  }

  function find(wanted: BudgetInWindow): Owner | Promise<Owner> {
    const key = `${wanted.scope} ${wanted.subject} ${budgetName(wanted.budget)}`
    const window = look(key, wanted)
    if (window) return { kind: 'budget', id: window.id }
    const loadKey = `${key} ${wanted.start} ${wanted.budget.quota}`
    const loading = pending.get(loadKey) ?? load(key, wanted).finally(() => pending.delete(loadKey))
    pending.set(loadKey, loading)
    return loading.then(({ id }) => ({ kind: 'budget', id }))
  }

  return (budgets: readonly BudgetInWindow[]): Owner[] | Promise<Owner[]> => {
    const owners = budgets.map(find)
    return owners.some((owner) => owner instanceof Promise) ? Promise.all(owners) : (owners as Owner[])
  }
}

/** Creates the row of a window, or gives it the size that the budget has now. Returns its id. */
async function storeWindow({ db }: Store, { scope, subject, budget, start, end }: BudgetInWindow): Promise<number> {
  const row = {
    scope,
    subject,
    budget: budgetName(budget),
    starts_at: Math.floor(start / 1000),
    ends_at: Math.floor(end / 1000),
    quota: budget.quota,
  }
  const stored = await db
    .insertInto('budget_windows')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['scope', 'subject', 'budget', 'starts_at']).doUpdateSet({ quota: budget.quota }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return stored.id
}

/** Returns what settled charges have used of budgets in the windows that contain `at`, in the order of `budgets`. */
export async function readBudgetUse({ db }: Store, budgets: readonly BudgetInWindow[]): Promise<number[]> {
  if (budgets.length === 0) return []
  const subjects = [...new Set(budgets.map(({ subject }) => subject))]
  const starts = [...new Set(budgets.map(({ start }) => Math.floor(start / 1000)))]
  const rows = await db
    .selectFrom('budget_windows')
    .select(['scope', 'subject', 'budget', 'starts_at', 'used'])
    .where('subject', 'in', subjects)
    .where('starts_at', 'in', starts)
    .execute()
  const keyOf = (scope: string, subject: string, budget: string, start: number) =>
    [scope, subject, budget, start].join('\n')
  const used = new Map(rows.map((row) => [keyOf(row.scope, row.subject, row.budget, row.starts_at), row.used]))
  return budgets.map(
    ({ scope, subject, budget, start }) =>
      used.get(keyOf(scope, subject, budgetName(budget), Math.floor(start / 1000))) ?? 0,
  )
}

/** Days for which ended windows are kept. */
const KEPT_DAYS = 400

/** Deletes windows that ended long ago. */
export async function deleteOldWindows({ db }: Store, now: number): Promise<void> {
  await db
    .deleteFrom('budget_windows')
    .where('ends_at', '<', Math.floor(now / 1000) - KEPT_DAYS * 86_400)
    .execute()
}
