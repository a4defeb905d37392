import { costOfText, type Rates } from '#contract/prices/price.ts'
import type { Words } from '#contract/words.ts'
import type { Hold } from '../../../money/accounting/hold.ts'
import { type HoldRefusal, type HoldRequest, type HoldResult, payersOf } from '../../../money/accounting/wallet.ts'
import { quotaWords } from '../../../money/receipts/quota-text.ts'
import { andThen, type MaybePromise } from '../../../platform/async/and-then.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { CallTrace } from '../../../platform/telemetry/telemetry.ts'
import { waitFor } from '../../../platform/telemetry/wait-for.ts'
import type { CallBudgets } from '../../limits/budget-windows.ts'
import { budgetError, countInLimits } from '../admit/count-in-limits.ts'
import type { Call } from '../call/call.ts'
import type { CallRun } from '../call/call-run.ts'
import type { HeldCall } from '../call/held-call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { MinimumUnits } from '../deps/undeliverable-answers.ts'

/** Output tokens by which a hold is ahead of the stream, unless they cost more than SLICE_MAX_UNITS. */
const SLICE_TOKENS = 1000
const SLICE_MAX_UNITS = 5000
const RETRY_AFTER_SECONDS = 2

/**
 * Returns the rates by which holds are computed: those of the most expensive tier that the call may get, so that a
 * hold covers every tier.
 */
export const ratesForHold = ({ holdRates: dearest, quote }: Pick<Call, 'holdRates' | 'quote'>) => dearest ?? quote.rates

/**
 * Returns the quota units of one slice of a call's output: the step by which a hold grows, and the maximum
 * overdraft of an owner.
 */
export function sliceUnits(call: Call): number {
  if (!call.endpoint.hasOutput || call.quote.rates.perCall !== null) return 0
  const { maxTokens = SLICE_TOKENS } = call
  if (maxTokens < SLICE_TOKENS) return Math.min(SLICE_MAX_UNITS, units(call, 0, maxTokens))
  const rates = ratesForHold(call)
  const known = slices.get(rates)
  if (known !== undefined) return known
  const slice = Math.min(SLICE_MAX_UNITS, units(call, 0, SLICE_TOKENS))
  slices.set(rates, slice)
  return slice
}

/** Whole slices by rates, which never change. */
const slices = new WeakMap<Rates, number>()

/** Returns the tokens that a call counts for in limits until it ends: its input, and at most one slice of output. */
export const expectedTokens = ({ input, maxTokens, endpoint }: Call): number =>
  input.tokens + (endpoint.hasOutput ? Math.min(SLICE_TOKENS, maxTokens ?? SLICE_TOKENS) : 0)

/**
 * Counts a call in its limits and holds its cost, before any channel is asked. Rejects with the ApiError for the caller,
 * and then it counts in its limits only if a channel of an earlier route was asked.
 */
export async function holdCost(run: CallRun, deps: HoldDeps): Promise<HeldCall> {
  const { call } = run
  const counting = countInLimits(call, () => expectedTokens(call), deps.services)
  const { admission, budgets } = counting instanceof Promise ? await waitFor('limits', counting, call.trace) : counting
  try {
    const least = deps.undeliverable.minimumFor(call)
    const minimum = least instanceof Promise ? await least : least
    const reserving = reserve(call, minimum, budgets, deps)
    const hold = reserving instanceof Promise ? await reserving : reserving
    return { call, run, hold, budgets, admissions: [admission] }
  } catch (error) {
    if (run.attempts.length > 0) admission.end(0)
    else admission.undo()
    throw error
  }
}

type HoldDeps = Pick<RelayDeps, 'services' | 'accounting' | 'undeliverable'>

/**
 * Holds the price of the input and of one slice of output. The input is counted only where the balances do not cover its
 * bound by length and the slice: what is left of them then goes to as few calls as it covers. Throws the ApiError for the
 * caller.
 */
export function reserve(
  call: Call,
  minimum: MinimumUnits,
  budgets: CallBudgets,
  deps: ReserveDeps,
): MaybePromise<Hold> {
  const { input } = call
  const bound = toHoldRequest(call, input.mostTokens, minimum.units)
  const held = holdFor(call, { ...bound, min: bound.need }, budgets, deps)
  if (!(held instanceof Promise) && 'hold' in held) return held.hold
  return andThen(held, (result) => {
    if ('hold' in result) return result.hold
    const counted = toHoldRequest(call, input.heldTokens, minimum.units)
    const last = holdFor(call, counted, budgets, deps)
    return andThen(last, (given) => holdOrThrow(given, { ...minimum, units: counted.min }, budgets, deps))
  })
}

function holdFor(
  call: Call,
  request: HoldRequest,
  budgets: CallBudgets,
  { accounting }: Pick<ReserveDeps, 'accounting'>,
): MaybePromise<HoldResult> {
  const holding = accounting.wallet.hold(payers(call, budgets), request)
  return holding instanceof Promise ? waitFor('lease', holding, call.trace) : holding
}

type ReserveDeps = Pick<RelayDeps, 'accounting' | 'services'>

/** Holds a fixed price, in whole units. Throws the ApiError for the caller. */
export async function reserveUnits(
  call: PayingCall,
  need: number,
  budgets: CallBudgets,
  deps: ReserveDeps,
): Promise<Hold> {
  const held = await deps.accounting.wallet.hold(payers(call, budgets), { need, min: need, overdraft: 0 })
  return holdOrThrow(held, { units: need }, budgets, deps)
}

type PayingCall = Pick<Call, 'user' | 'token'>

const payers = ({ user, token }: PayingCall, { owners }: CallBudgets) =>
  payersOf(user.id, token && !token.unlimited ? token.id : undefined, owners)

function toHoldRequest(call: Call, inputTokens: number, minimum: number): HoldRequest {
  const slice = sliceUnits(call)
  if (call.quote.free) return { need: 0, min: 0, overdraft: slice }
  const input = Math.max(1, minimum, units(call, inputTokens, 0))
  return { need: input + slice, min: input, overdraft: slice }
}

/** Returns the price of a number of tokens in whole units, rounded up. */
function units(call: Call, input: number, output: number): number {
  return Math.ceil(costOfText(ratesForHold(call), input, output) / 1000)
}

const HOLD_ERRORS: Record<Exclude<HoldRefusal, 'budget_quota'>, (need: Words) => ApiError> = {
  user_quota: (need) => new ApiError('insufficient_user_quota', { need }),
  token_quota: (need) => new ApiError('insufficient_token_quota', { need }),
  busy: () => new ApiError('quota_reserved', {}, undefined, RETRY_AFTER_SECONDS),
  unavailable: () => new ApiError('billing_unavailable', {}, undefined, RETRY_AFTER_SECONDS),
}

function holdOrThrow(
  result: HoldResult,
  { units, refusal }: MinimumUnits,
  { budgets, owners }: CallBudgets,
  { services }: ReserveDeps,
): Hold {
  if ('hold' in result) return result.hold
  const { refused, owner } = result
  if (refused === 'budget_quota') {
    const budget = budgets[owners.findIndex(({ id }) => id === owner?.id)]
    throw budget ? budgetError(budget, services) : new ApiError('billing_unavailable')
  }
  const need = quotaWords(units, services.options.values)
  if (refusal && (refused === 'user_quota' || refused === 'token_quota')) throw new ApiError(refusal, { need })
  throw HOLD_ERRORS[refused](need)
}

type CallId = { readonly id: string; readonly trace?: CallTrace | undefined }
type Logging = { services: Pick<RelayDeps['services'], 'log'> }

/**
 * Extends a hold until it covers `cost` (thousandths of a unit), in steps of `step` units while that many are left.
 * Returns whether it does. An unreachable wallet grants nothing, and must not prevent the call from ending.
 */
export async function extendHold(
  call: CallId,
  hold: Hold,
  cost: number,
  step: number,
  deps: Logging,
): Promise<boolean> {
  try {
    const extending = hold.extend(cost, step)
    return extending instanceof Promise ? await waitFor('lease', extending, call.trace) : extending
  } catch (error) {
    deps.services.log.warn({ request_id: call.id, error: String(error) }, 'a hold could not be extended')
    return false
  }
}

/**
 * Returns the part of a cost that its owner can pay, the overdraft of one slice included: what was delivered is
 * charged as far as the balance goes. In thousandths of a unit.
 */
export async function payableCost(call: CallId, hold: Hold, cost: number, deps: Logging): Promise<number> {
  if (hold.covers(cost) || (await extendHold(call, hold, cost, 0, deps))) return cost
  await hold.extendToLimit(cost)
  return hold.payable(cost)
}

/** Returns the error for a caller whose budget refused an extension of the hold; undefined = no budget did. */
export function shortBudgetError(
  { hold, budgets: { budgets, owners } }: Pick<HeldCall, 'hold' | 'budgets'>,
  { services }: { services: Parameters<typeof budgetError>[1] },
): ApiError | undefined {
  const budget = budgets[owners.findIndex(({ id }) => id === hold.shortBudget)]
  return budget && budgetError(budget, services)
}
