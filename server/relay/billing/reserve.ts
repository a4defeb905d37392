import { costOfText } from '#contract/price.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Hold } from '../../money/hold.ts'
import { type HoldResult, type HoldWanted, payersOf, type Refusal, type Wallet } from '../../money/wallet.ts'
import type { Call } from '../request/call.ts'
import type { Minimum } from '../withheld.ts'

/** Output tokens that a hold is ahead of the stream, unless they cost more than the units below. */
const SLICE_TOKENS = 1000
const SLICE_MAX_UNITS = 5000
const RETRY_AFTER_SECONDS = 2

/** The prices that a hold is made by: those of the dearest tier that the call may come to, so that it covers any. */
export const heldRates = ({ heldRates: dearest, quote }: Pick<Call, 'heldRates' | 'quote'>) => dearest ?? quote.rates

/** Quota units of one slice of output of a call: what a hold grows by, and the most that an owner can overdraw. */
export function sliceUnits(call: Call): number {
  if (!call.endpoint.hasOutput || call.quote.rates.perCall !== null) return 0
  const output = Math.min(SLICE_TOKENS, call.maxTokens ?? SLICE_TOKENS)
  return Math.min(SLICE_MAX_UNITS, units(call, 0, output))
}

/** Sets the price of the input and one slice of output aside. Throws the Failure that the caller is told. */
export function reserve(call: Call, wallet: Wallet, minimum: Minimum): Hold | Promise<Hold> {
  const wanted = wantedBy(call, minimum.units)
  const needed = { ...minimum, units: wanted.min }
  const result = wallet.hold(payers(call), wanted)
  return result instanceof Promise ? holdLater(result, needed) : holdOrThrow(result, needed)
}

/** Sets a fixed price aside, in whole units. Throws the Failure that the caller is told. */
export async function reserveUnits(call: Paying, need: number, wallet: Wallet): Promise<Hold> {
  return holdOrThrow(await wallet.hold(payers(call), { need, min: need, overdraft: 0 }), { units: need })
}

type Paying = Pick<Call, 'user' | 'token'>

const payers = ({ user, token }: Paying) => payersOf(user.id, token && !token.unlimited ? token.id : undefined)

async function holdLater(result: Promise<HoldResult>, needed: Minimum): Promise<Hold> {
  return holdOrThrow(await result, needed)
}

function wantedBy(call: Call, minimum: number): HoldWanted {
  const slice = sliceUnits(call)
  if (call.quote.free) return { need: 0, min: 0, overdraft: slice }
  const input = Math.max(1, minimum, units(call, call.inputTokens, 0))
  return { need: input + slice, min: input, overdraft: slice }
}

/** Price of a number of tokens in whole units, rounded up. */
function units(call: Call, input: number, output: number): number {
  return Math.ceil(costOfText(heldRates(call), input, output) / 1000)
}

const REFUSALS: Record<Refusal, (need: number) => Failure> = {
  user_quota: (need) => new Failure('insufficient_user_quota', { need }),
  token_quota: (need) => new Failure('insufficient_token_quota', { need }),
  busy: () => new Failure('quota_reserved', {}, undefined, RETRY_AFTER_SECONDS),
  unavailable: () => new Failure('billing_unavailable', {}, undefined, RETRY_AFTER_SECONDS),
}

function holdOrThrow(result: HoldResult, { units, refusal }: Minimum): Hold {
  if ('hold' in result) return result.hold
  const { refused } = result
  if (refusal && (refused === 'user_quota' || refused === 'token_quota')) throw new Failure(refusal, { need: units })
  throw REFUSALS[refused](units)
}
