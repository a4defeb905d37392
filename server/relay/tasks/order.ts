import { costOf, NO_USAGE } from '#contract/price.ts'
import type { AttemptRecord } from '#contract/receipt.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Underway } from '../../money/beginnings.ts'
import type { Hold } from '../../money/hold.ts'
import type { NewTask } from '../../money/new-task.ts'
import type { Quote } from '../../prices/prices.ts'
import { decimals } from '../../receipts/consumption-text.ts'
import type { Channel } from '../../registry/channels.ts'
import { receiptParts } from '../billing/receipt-text.ts'
import { reserveUnits } from '../billing/reserve.ts'
import type { RelayDeps } from '../deps.ts'
import type { Caller } from '../entry/admit.ts'
import { countCall } from '../entry/call-rate.ts'
import { playgroundName } from '../request/call.ts'

/** A task that a caller asks for. */
export interface Wanted {
  /** The request's id. */
  id: string
  /** Milliseconds since the epoch. */
  startedAt: number
  caller: Caller
  /** The price's name, by which channels offer it. */
  model: string
  action: string
}

/** The same, priced. */
export interface Order extends Underway, Wanted {
  id: string
  group: string
  quote: Quote
  /** Filled as channels are asked. */
  attempts: AttemptRecord[]
}

/** A platform took the order. */
export interface Accepted {
  channel: Channel
  task: NewTask
  /** Ends the text of the log row. */
  note: string
}

/** How long a caller waits until the task stands in the table, where every node finds it. */
const SHOWN_MS = 2000

/**
 * Sets the price aside, has the task submitted, and charges for it once if it was accepted; whatever `submit` answers
 * instead, or throws, costs nothing. The charge and the task's row are one record of the journal, written before the
 * caller is answered. A caller who hangs up does not break off a submission: whether it was accepted would be unknown.
 */
export async function fulfil<Refused>(
  order: Order,
  deps: RelayDeps,
  submit: () => Promise<{ accepted: Accepted } | { refused: Refused }>,
): Promise<Refused | undefined> {
  const { ledger, wallet } = deps.accounting
  await countCall(order.caller, deps.services)
  const cost = costOf(order.quote.rates, NO_USAGE)
  const hold = await reserve(order, Math.ceil(cost / 1000), deps, wallet)
  try {
    ledger.begin(order, startRecord)
    const outcome = await submit()
    if ('refused' in outcome) {
      end(order, hold, deps)
      return outcome.refused
    }
    const shown = ledger.settled(order.id, SHOWN_MS)
    await ledger.charge(chargeRecord(order, outcome.accepted, hold, cost, deps), order, hold)
    await shown
    return undefined
  } catch (error) {
    end(order, hold, deps)
    throw error
  }
}

async function reserve(order: Order, need: number, deps: RelayDeps, wallet: RelayDeps['accounting']['wallet']) {
  try {
    return await reserveUnits(order.caller, need, wallet)
  } catch (error) {
    const { token } = order.caller
    if (error instanceof Failure && error.code === 'insufficient_token_quota' && token) {
      deps.markToken(token.id, 'exhausted')
    }
    throw error
  }
}

/** Nothing is charged. */
function end(order: Order, hold: Hold, deps: RelayDeps): void {
  if (hold.ended) return
  hold.release()
  deps.accounting.ledger.abandon(order)
}

const payer = ({ caller: { user, token }, group }: Order) => ({
  user: user.id,
  name: user.username,
  token: token?.id ?? 0,
  tokenName: token?.name ?? playgroundName(group),
})

const startRecord = (order: Order) => ({
  t: 'start' as const,
  id: order.id,
  at: Math.floor(order.startedAt / 1000),
  ...payer(order),
  channel: order.attempts[0]?.channel ?? 0,
  model: order.model,
  group: order.group,
})

function chargeRecord(
  order: Order,
  { channel, task, note }: Accepted,
  hold: Hold,
  cost: number,
  { services }: RelayDeps,
) {
  const { token } = order.caller
  const now = Date.now()
  const paid = hold.settle(cost)
  const outcome = {
    usage: { ...NO_USAGE },
    source: 'upstream' as const,
    reason: 'stop' as const,
    firstByteMs: now - order.startedAt,
    upstreamModel: order.model,
  }
  return {
    t: 'charge' as const,
    id: order.id,
    at: Math.floor(now / 1000),
    ...payer(order),
    limited: token !== undefined && !token.unlimited,
    channel: channel.id,
    model: order.model,
    quota: paid.charge,
    prompt: 0,
    completion: 0,
    seconds: Math.round((now - order.startedAt) / 1000),
    stream: false,
    log: services.options.values.LogConsumeEnabled,
    content: orderText(order) + note,
    ...receiptParts(order, outcome, paid),
    carryIn: paid.carryIn,
    carryOut: paid.carryOut,
    task,
  }
}

/** The words of this API family. */
function orderText({ quote: { price }, action }: Order): string {
  return `模型固定价格 ${decimals(price.modelPrice ?? 0)}，分组倍率 ${decimals(price.groupRatio)}，操作 ${action}`
}
