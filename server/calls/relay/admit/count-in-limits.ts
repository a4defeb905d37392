import type { LimitMeasure, LimitScope } from '#contract/limits.ts'
import type { Words } from '#contract/words.ts'
import { quotaWords } from '../../../money/receipts/quota-text.ts'
import { andThen, type MaybePromise } from '../../../platform/async/and-then.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Calls } from '../../calls.ts'
import { type Admission, UNLIMITED } from '../../limits/admission.ts'
import type { AppliedLimits, LimitedCall } from '../../limits/applied-limits.ts'
import { type BudgetInWindow, type CallBudgets, NO_BUDGETS } from '../../limits/budget-windows.ts'
import type { ReachedLimit } from '../../limits/call-limits.ts'
import { waitWords } from './wait-words.ts'

/** What a call has taken of the limits that apply to it. */
export interface CountedCall {
  admission: Admission
  budgets: CallBudgets
}

const RETRY_AFTER_SECONDS = 2

/** Calls to which no limit applies. */
const UNCOUNTED: CountedCall = { admission: UNLIMITED, budgets: NO_BUDGETS }

type LimitDeps = Pick<Platform, 'options'> & Pick<Calls, 'callLimits'>

/**
 * Counts a call in all limits that apply to it. `countTokens` returns the estimate that it counts for until `admission.end`. Throws
 * or rejects with the ApiError for the caller when one of them is reached, and then it counts in none.
 */
export function countInLimits(
  call: LimitedCall,
  countTokens: () => number,
  services: LimitDeps,
): MaybePromise<CountedCall> {
  const { callLimits } = services
  const applied = callLimits.find(call)
  if (applied.length === 0) return UNCOUNTED
  return andThen(callLimits.admit(applied, countTokens), (admitted) => {
    if ('measure' in admitted) throw limitError(admitted)
    const budgets = budgetsOfCall(applied, call.model, services)
    if (!(budgets instanceof Promise)) return { admission: admitted, budgets }
    return budgets.then(
      (found) => ({ admission: admitted, budgets: found }),
      (error) => {
        admitted.undo()
        throw error
      },
    )
  })
}

/** Finds the budgets of a call that begins now, such as a turn of a session. Rejects with billing_unavailable. */
export const findBudgets = (call: LimitedCall, services: LimitDeps): MaybePromise<CallBudgets> =>
  budgetsOfCall(services.callLimits.find(call), call.model, services)

function budgetsOfCall(
  applied: readonly AppliedLimits[],
  model: string,
  { callLimits }: LimitDeps,
): MaybePromise<CallBudgets> {
  const budgets = callLimits.budgetsOf(applied, model)
  if (budgets.length === 0) return NO_BUDGETS
  const owners = callLimits.ownersOf(budgets)
  if (!(owners instanceof Promise)) return { budgets, owners }
  return owners.then(
    (found) => ({ budgets, owners: found }),
    () => {
      throw new ApiError('billing_unavailable', {}, undefined, RETRY_AFTER_SECONDS)
    },
  )
}

const SCOPES: Record<LimitScope, Words> = {
  token: { zh: '此令牌', en: 'this key' },
  user: { zh: '你的账户', en: 'your account' },
  group: { zh: '你所在分组的用户', en: 'users of your group' },
  model: { zh: '此模型的所有调用方', en: 'all callers of this model together' },
  channel: { zh: '此渠道', en: 'this channel' },
  key: { zh: '渠道的此密钥', en: 'this key of the channel' },
}

const ERRORS = {
  rpm: 'call_rate_exceeded',
  rpd: 'daily_calls_exceeded',
  tpm: 'token_rate_exceeded',
  tpd: 'daily_tokens_exceeded',
  concurrency: 'parallel_calls_exceeded',
} as const satisfies Record<LimitMeasure, string>

/** Returns the error for a caller who has reached a limit. */
function limitError({ scope, measure, limit, resetsAt }: ReachedLimit): ApiError {
  const seconds = secondsUntil(resetsAt)
  return new ApiError(ERRORS[measure], { scope: SCOPES[scope], limit, wait: waitWords(seconds) }, undefined, seconds)
}

const WINDOWS = {
  hour: { zh: '每小时', en: 'per hour' },
  day: { zh: '每天', en: 'per day' },
  week: { zh: '每周', en: 'per week' },
  month: { zh: '每月', en: 'per month' },
}

/** Returns the error for a caller whose budget does not cover a call. */
export function budgetError({ scope, budget, end }: BudgetInWindow, { options }: Pick<Platform, 'options'>): ApiError {
  const seconds = secondsUntil(end)
  const models = budget.models?.join(', ')
  const parameters = {
    scope: SCOPES[scope],
    window: WINDOWS[budget.window],
    amount: quotaWords(budget.quota, options.values),
    models: models ? { zh: `（${models}）`, en: ` on ${models}` } : '',
    wait: waitWords(seconds),
  }
  return new ApiError('budget_exceeded', parameters, undefined, seconds)
}

/** Whole seconds until a time in milliseconds since the epoch, at least 1. */
export const secondsUntil = (at = 0): number => Math.max(1, Math.ceil((at - Date.now()) / 1000))
