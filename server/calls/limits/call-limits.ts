import type { LimitMeasure, LimitScope, Limits, LimitsNow } from '#contract/limits.ts'
import type { OptionValues } from '#contract/options.ts'
import type { Owner } from '../../money/accounting/leases.ts'
import { andThen, type MaybePromise } from '../../platform/async/and-then.ts'
import { every } from '../../platform/async/ticker.ts'
import { fits } from '../../platform/meters/meter.ts'
import type { PermitSource } from '../../platform/meters/permit-source.ts'
import type { Store } from '../../platform/store/database.ts'
import { Admission, UNLIMITED } from './admission.ts'
import {
  type AppliedLimits,
  type CountedLimit,
  countedLimits,
  createLimitFinder,
  type LimitedCall,
} from './applied-limits.ts'
import { type BudgetInWindow, budgetsOf, createBudgetOwners, deleteOldWindows } from './budget-windows.ts'
import { type Calendar, createCalendar } from './calendar.ts'
import { Counters } from './counters.ts'
import { readLimitsNow } from './limits-now.ts'

/** A limit that does not allow a call now. */
export interface ReachedLimit {
  scope: LimitScope
  measure: LimitMeasure
  limit: number
  /** Milliseconds since the epoch after which the call may succeed; undefined = when another call ends. */
  resetsAt: number | undefined
}

/** The one limiter of relayed calls: every scope and measure. */
export interface CallLimits {
  /** The limits that apply to a call; those of the channel apply to each attempt. */
  find(call: LimitedCall): readonly AppliedLimits[]
  /** Those of a caller, whatever the model. */
  ofCaller(caller: Pick<LimitedCall, 'user' | 'token'>): readonly AppliedLimits[]
  /** The limits that an administrator has set for all users of a group. */
  ofGroup(group: string): Limits | undefined
  /**
   * Counts a call in all of the limits or, when one does not allow it, in none. `countTokens` returns the estimate that
   * the call counts for until it ends. A call for which this node has permits costs no request.
   */
  admit(applied: readonly AppliedLimits[], countTokens: () => number): MaybePromise<Admission | ReachedLimit>
  /** Returns the limit that would not admit a call now, and counts nothing; undefined = all would. */
  wouldAdmit(applied: readonly AppliedLimits[], tokens: number): Promise<ReachedLimit | undefined>
  /** The budgets that a call of a model counts in, if it begins now. */
  budgetsOf(applied: readonly AppliedLimits[], model: string): readonly BudgetInWindow[]
  /** The owners of the leases of budgets, in their order. Rejects while the database is away. */
  ownersOf(budgets: readonly BudgetInWindow[]): MaybePromise<Owner[]>
  /** The use of each of several subjects' limits, by all nodes. */
  readUse(applied: readonly AppliedLimits[]): Promise<LimitsNow[]>
  /** The use of limits as far as this node knows, without a request. */
  peek(applied: AppliedLimits, measure: LimitMeasure, now?: number): { used: number; endsAt: number }
  /** How limits are counted now: with the other nodes, or alone with a part of each. */
  readonly state: 'single' | 'shared' | 'alone'
  /** Calls refused since the start, by scope and measure. */
  readonly refusals: ReadonlyMap<string, number>
  close(): Promise<void>
}

interface CallLimitParts {
  store: Store
  options: { readonly values: OptionValues }
  /** Shared permits; undefined = no Redis. */
  source: PermitSource | undefined
  /** Counts the nodes that work with this database. */
  countNodes(): Promise<number>
  /** Processes of this node that run now. */
  processes(): number
  /** A budget was changed within its window. */
  recall(owner: Owner): Promise<void>
  warn(message: string): void
}

const NO_BUDGET: readonly BudgetInWindow[] = []
const UPKEEP_MS = 5000
const NODES_MS = 15_000
const DELETE_MS = 3_600_000

/** Opens the limits of relayed calls. */
export function openCallLimits(parts: CallLimitParts): CallLimits {
  const { store, options, source, warn } = parts
  const finder = createLimitFinder(options)
  const ownersOf = createBudgetOwners(store, parts.recall)
  const calendar = followTimeZone(options)
  let nodes = 1
  const sharing = {
    source,
    get nodes() {
      return nodes * parts.processes()
    },
    get share() {
      return options.values.SharedLimitAdvance / 100
    },
  }
  const counters = new Counters(store, sharing, calendar)
  const refusals = new Map<string, number>()
  const take: Take = (...what) => counters.take(...what)

  function refuse(reached: ReachedLimit, admission: Admission): ReachedLimit {
    admission.undo()
    const key = `${reached.scope} ${reached.measure}`
    refusals.set(key, (refusals.get(key) ?? 0) + 1)
    return reached
  }

  async function countNodes(): Promise<void> {
    nodes = Math.max(1, await parts.countNodes())
  }
  const report = (error: unknown) => warn(`limits: ${error}`)
  const upkeep = [
    every(UPKEEP_MS, () => counters.sweep(Date.now())),
    every(NODES_MS, countNodes, report),
    every(DELETE_MS, () => deleteOldWindows(store, Date.now()), report),
  ]
  void countNodes().catch(report)

  return {
    find: finder.find,
    ofCaller: finder.ofCaller,
    ofGroup: finder.ofGroup,
    admit(applied, countTokens) {
      if (applied.length === 0) return UNLIMITED
      const tokens = countTokens()
      const admission = new Admission(tokens)
      const reached = takeAll({ counters, applied, admission, tokens, take })
      if (reached === undefined) return admission
      return andThen(reached, (limit) => (limit ? refuse(limit, admission) : admission))
    },
    async wouldAdmit(applied, tokens) {
      await Promise.all(applied.map((each) => counters.ready(each)))
      const uses = await readLimitsNow(store, counters, source, calendar, applied)
      const wouldTake: Take = (at, measure, limit, amount) =>
        fits(uses[applied.indexOf(at)]?.[measure]?.used ?? 0, amount, limit)
      return takeAll({ counters, applied, admission: UNLIMITED, tokens, take: wouldTake })
    },
    budgetsOf: (applied, model) => (applied.length === 0 ? NO_BUDGET : budgetsOf(applied, model, calendar, Date.now())),
    ownersOf,
    readUse: (applied) => readLimitsNow(store, counters, source, calendar, applied),
    peek: (applied, measure, now = Date.now()) => counters.read(applied, measure, now),
    get state() {
      if (source) return source.isUp ? 'shared' : 'alone'
      return sharing.nodes > 1 ? 'alone' : 'single'
    },
    refusals,
    async close() {
      for (const stop of upkeep) void stop()
      await source?.close()
    },
  }
}

/** Takes an amount of a measure of a limit; false = the limit does not allow it. */
type Take = (
  applied: AppliedLimits,
  measure: LimitMeasure,
  limit: number,
  amount: number,
  admission: Admission,
) => MaybePromise<boolean>

interface Taking {
  counters: Counters
  applied: readonly AppliedLimits[]
  admission: Admission
  tokens: number
  take: Take
}

/** Takes from every limit until one refuses; returns that one. `first`, `from`: where it goes on. */
function takeAll(taking: Taking, first = 0, from = 0): MaybePromise<ReachedLimit | undefined> {
  const { counters, applied, tokens, take, admission } = taking
  for (let at = first, next = from; at < applied.length; at++, next = 0) {
    const one = applied[at] as AppliedLimits
    const counts = countedLimits(one)
    for (; next < counts.length; next++) {
      const { measure, limit } = counts[next] as CountedLimit
      const taken = take(one, measure, limit, amountOf(measure, tokens), admission)
      if (taken instanceof Promise) {
        const then = next + 1
        return taken.then((isTaken) =>
          isTaken ? takeAll(taking, at, then) : reachedLimit(counters, one, measure, limit),
        )
      }
      if (!taken) return reachedLimit(counters, one, measure, limit)
    }
  }
  return undefined
}

/** What a call counts for in a measure. */
const amountOf = (measure: LimitMeasure, tokens: number) => (measure === 'tpm' || measure === 'tpd' ? tokens : 1)

function reachedLimit(counters: Counters, applied: AppliedLimits, measure: LimitMeasure, limit: number): ReachedLimit {
  const { endsAt } = counters.read(applied, measure, Date.now())
  return { scope: applied.scope, measure, limit, resetsAt: measure === 'concurrency' ? undefined : endsAt }
}

/** The calendar of the site's time zone, also after that was changed. */
function followTimeZone(options: { readonly values: Pick<OptionValues, 'TimeZone'> }): Calendar {
  let zone = options.values.TimeZone
  let calendar = createCalendar(zone)
  return {
    windowAt(kind, at) {
      if (options.values.TimeZone !== zone) {
        zone = options.values.TimeZone
        calendar = createCalendar(zone)
      }
      return calendar.windowAt(kind, at)
    },
  }
}
