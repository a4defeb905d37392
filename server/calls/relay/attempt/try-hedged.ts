import { NO_USAGE } from '#contract/prices/price.ts'
import type { AttemptRecord } from '#contract/receipt.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { reframeJsonLines } from '../../../formats/providers/reframe-answer.ts'
import { upstreamModel } from '../../upstream/upstream-model.ts'
import type { Call } from '../call/call.ts'
import { type CallRun, dropRequest } from '../call/call-run.ts'
import type { HeldCall } from '../call/held-call.ts'
import { countFailedAttempt } from '../charge/count-traffic.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { AnsweredAttempt, FailedAttempt } from './attempt.ts'
import type { EnteredChannel, EnterNext } from './enter-channel.ts'
import { recordFailedAttempt } from './record-failure.ts'
import { readStreamHead, type StartedStream } from './stream-head.ts'
import { tryChannel } from './try-channel.ts'

/** How an attempt began to answer; `head`: of a stream, what has arrived of it. */
export type Started = (AnsweredAttempt & { head?: StartedStream }) | FailedAttempt

/** The share of a channel's answers that have begun when a second channel is asked. */
const LATE_SHARE = 0.95

/**
 * Returns after how many milliseconds a second channel is asked: the channel's own 95th percentile. undefined = neither
 * the group nor the channel is hedged, or too little is known of the channel.
 */
export function hedgeAfter({ call }: HeldCall, { id, settings }: Channel, { services }: RelayDeps): number | undefined {
  const { GroupHedging } = services.options.values
  if (!settings.hedge && !Object.hasOwn(GroupHedging, call.group)) return undefined
  return services.circuits.usual(id, call.model, call.stream, LATE_SHARE)
}

/**
 * Tries a channel, and a second one when it has not begun to answer in time. The one that answers first serves the call:
 * the other is cancelled, and what it cost is booked at its channel, never charged. `entered` becomes the channel whose
 * outcome is returned; whatever failed before is recorded.
 */
export async function tryHedged(
  held: HeldCall,
  entered: EnteredChannel,
  afterMs: number,
  enterNext: EnterNext,
  deps: RelayDeps,
): Promise<Started> {
  const { run } = held
  const first = launch(run, { ...entered }, deps)
  const early = await Promise.race([first.outcome, wait(afterMs)])
  if (early) return early
  // The second attempt has its own state: its records, what it waits for, and its body, which the first may drop.
  const own: CallRun = { ...run, attempts: [] }
  const next = await enterNext({ ...held, run: own })
  if (!next) return first.outcome
  const second = launch(own, next, deps)
  deps.services.inFlight.begin(next.channel.id)
  const ended = () => deps.services.inFlight.end(next.channel.id)
  void second.outcome.then(ended)
  first.cancel = run.interrupt ?? first.cancel
  run.interrupt = () => {
    for (const each of [first, second]) each.cancel()
  }
  const before = await Promise.race([first.outcome.then(() => first), second.outcome.then(() => second)])
  const after = before === first ? second : first
  const outcome = await before.outcome
  const winner = 'failure' in outcome ? after : before
  const isLost = winner === before
  if (isLost) lose(after, deps)
  else fail(before, outcome, deps)
  mergeAttempts(run, own, winner === second)
  if (winner === second) run.wantsOtherKey = own.wantsOtherKey
  Object.assign(entered, winner.entered)
  const result = await winner.outcome
  if (!('failure' in result)) dropRequest(own)
  return result
}

interface Runner {
  run: CallRun
  entered: EnteredChannel
  /** Never rejects. */
  outcome: Promise<Started>
  startedAt: number
  cancel(): void
}

function launch(run: CallRun, entered: EnteredChannel, deps: RelayDeps): Runner {
  return {
    run,
    entered,
    outcome: start(run, entered.channel, deps),
    startedAt: Date.now(),
    cancel() {
      run.isStopped = true
      run.interrupt?.()
    },
  }
}

/** Makes an attempt, and waits for the first event of a stream: only then it has begun. */
async function start(run: CallRun, channel: Channel, deps: RelayDeps): Promise<Started> {
  const tried = await tryChannel(run, channel, true, deps)
  const { call } = run
  if ('failure' in tried || !call.stream || !call.isText) return tried
  const attempt = { ...tried, answer: reframeJsonLines(tried.answer) }
  const head = await readStreamHead(call, attempt, Number.POSITIVE_INFINITY)
  if ('failure' in head) return { failure: head.failure, accessToken: tried.accessToken }
  return { ...attempt, head }
}

const wait = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))

/** Records an attempt that has failed while the other one goes on. */
function fail({ run, entered: { channel, stay } }: Runner, outcome: Started, deps: RelayDeps): void {
  if (!('failure' in outcome)) return
  stay.leave()
  countFailedAttempt(run, channel, recordFailedAttempt(run, channel, outcome.failure, deps), deps)
}

/** Cancels the slower attempt. A time that was cut off counts as longer, so that the channel's times stay true. */
function lose({ run, entered: { channel, stay }, startedAt, cancel, outcome }: Runner, deps: RelayDeps): void {
  const { call } = run
  const { services, accounting, costs } = deps
  const record = run.attempts.at(-1)
  cancel()
  // An answer that has begun meanwhile is cut off as well.
  void outcome.then((late) => 'exchange' in late && late.exchange.cancel('another channel has answered'))
  stay.leave()
  const ms = Date.now() - startedAt
  services.circuits.began(channel.id, call.model, call.stream, LATE_FACTOR * ms)
  const model = upstreamModel(channel, call.model)
  const usage = { ...NO_USAGE, input: call.inputTokens }
  const cost = costs.costOf(channel.buyPrice, model, { usage, isEstimated: true })
  if (record) Object.assign(record, { ms, lost: cost ?? 0 })
  if (cost) bookLostCost(call, channel.id, cost, Date.now(), accounting.ledger)
}

const LATE_FACTOR = 2

/** Books what the slower attempt cost, as the cost of an answer without a charge. `atMs`: milliseconds since the epoch. */
export function bookLostCost(
  { id, user, token, model }: Call,
  channel: number,
  cost: number,
  atMs: number,
  ledger: RelayDeps['accounting']['ledger'],
): void {
  const bought = { cost, name: user.username, token: token?.id ?? 0, channel, model }
  const at = Math.floor(atMs / 1000)
  // A journal that cannot be written refuses the charge of the call, which follows.
  ledger.unpaid({ t: 'unpaid', id, at, user: user.id, price: 0, units: 0, bought }).catch(() => {})
}

/** Puts the records of the second attempt beside those of the first: that which decides comes last. */
function mergeAttempts({ attempts }: CallRun, own: CallRun, isSecondLast: boolean): void {
  const records: AttemptRecord[] = own.attempts.splice(0)
  if (isSecondLast) attempts.push(...records)
  else attempts.splice(Math.max(0, attempts.length - 1), 0, ...records)
}
