import { costOfText } from '#contract/price.ts'
import { andThen, type MaybePromise } from '../../async/and-then.ts'
import { ApiError } from '../../errors/api-error.ts'
import type { Hold } from '../../money/hold.ts'
import { type HoldRefusal, type HoldRequest, type HoldResult, payersOf, type Wallet } from '../../money/wallet.ts'
import type { Call } from '../request/call.ts'
import type { MinimumUnits } from '../undeliverable-answers.ts'

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
  const output = Math.min(SLICE_TOKENS, call.maxTokens ?? SLICE_TOKENS)
  return Math.min(SLICE_MAX_UNITS, units(call, 0, output))
}

/** Holds the price of the input and of one slice of output. Throws the ApiError for the caller. */
export function reserve(call: Call, wallet: Wallet, minimum: MinimumUnits): MaybePromise<Hold> {
  const wanted = toHoldRequest(call, minimum.units)
  const needed = { ...minimum, units: wanted.min }
  return andThen(wallet.hold(payers(call), wanted), (result) => holdOrThrow(result, needed))
}

/** Holds a fixed price, in whole units. Throws the ApiError for the caller. */
export async function reserveUnits(call: PayingCall, need: number, wallet: Wallet): Promise<Hold> {
  return holdOrThrow(await wallet.hold(payers(call), { need, min: need, overdraft: 0 }), { units: need })
}

type PayingCall = Pick<Call, 'user' | 'token'>

const payers = ({ user, token }: PayingCall) => payersOf(user.id, token && !token.unlimited ? token.id : undefined)

function toHoldRequest(call: Call, minimum: number): HoldRequest {
  const slice = sliceUnits(call)
  if (call.quote.free) return { need: 0, min: 0, overdraft: slice }
  const input = Math.max(1, minimum, units(call, call.heldInputTokens, 0))
  return { need: input + slice, min: input, overdraft: slice }
}

/** Returns the price of a number of tokens in whole units, rounded up. */
function units(call: Call, input: number, output: number): number {
  return Math.ceil(costOfText(ratesForHold(call), input, output) / 1000)
}

const HOLD_ERRORS: Record<HoldRefusal, (need: number) => ApiError> = {
  user_quota: (need) => new ApiError('insufficient_user_quota', { need }),
  token_quota: (need) => new ApiError('insufficient_token_quota', { need }),
  busy: () => new ApiError('quota_reserved', {}, undefined, RETRY_AFTER_SECONDS),
  unavailable: () => new ApiError('billing_unavailable', {}, undefined, RETRY_AFTER_SECONDS),
}

function holdOrThrow(result: HoldResult, { units, refusal }: MinimumUnits): Hold {
  if ('hold' in result) return result.hold
  const { refused } = result
  if (refusal && (refused === 'user_quota' || refused === 'token_quota')) throw new ApiError(refusal, { need: units })
  throw HOLD_ERRORS[refused](units)
}
