import { describe, expect, test } from 'bun:test'
import { type Price, ratesOf } from '#contract/prices/price.ts'
import { REALTIME } from '../../../formats/endpoints/endpoints.ts'
import { DEFAULT_RATIOS } from '../../../formats/estimates/families.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { reserveUnits } from '../../../money/accounting/balance-set.ts'
import { Hold } from '../../../money/accounting/hold.ts'
import { LeasedBalance } from '../../../money/accounting/leased-balance.ts'
import type { ChargeRecord } from '../../../money/accounting/records.ts'
import type { HoldRequest, HoldResult, Payers } from '../../../money/accounting/wallet.ts'
import { NO_BUDGETS } from '../../limits/budget-windows.ts'
import { createCallTotals } from '../../traffic/call-totals.ts'
import { knownCount } from '../../upstream/answers/input-count.ts'
import type { Call } from '../call/call.ts'
import { createRun, NO_BODY } from '../call/call-run.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { NO_INPUT } from './conversation.ts'
import { Turn } from './turn.ts'

const RATIOS = { cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1, imageInput: 1, imageOutput: 2 }
/** 1 unit per input token and 2 per output token; 8 and 16 per audio token. */
const PRICE: Price = {
  modelPrice: null,
  modelRatio: 1,
  groupRatio: 1,
  quotaPerUnit: 500_000,
  ratios: { ...RATIOS, output: 2, audioInput: 8, audioOutput: 16 },
}
const CALL = {
  id: 'r-1',
  startedAt: 0,
  endpoint: REALTIME,
  user: { id: 1, username: 'u' },
  token: undefined,
  group: 'default',
  model: 'm',
  quote: { price: PRICE, rates: ratesOf(PRICE), group: 'default', version: 'v', free: false },
  stream: true,
  note: '',
  inputTokens: 0,
  input: knownCount(0),
  ratios: DEFAULT_RATIOS,
  maxTokens: undefined,
  answerCount: 1,
} as unknown as Call

/** Creates a turn whose owner has this many units; the test decides when the wallet answers. */
function turnWith(units: number) {
  const balance = new LeasedBalance(async () => ({ units: 0, carry: 0, fresh: false }))
  balance.granted = units
  const charges: ChargeRecord[] = []
  const unpaid: unknown[] = []
  const asked: (() => void)[] = []
  const wallet = {
    async hold(_payers: Payers, wanted: HoldRequest): Promise<HoldResult> {
      await new Promise<void>((resolve) => asked.push(resolve))
      const taken = await reserveUnits([balance], { ...wanted, isNew: true, deadline: Date.now() + 100 })
      return 'short' in taken ? { refused: 'user_quota' } : { hold: new Hold([balance], taken.units, wanted.overdraft) }
    },
  }
  const ledger = { begin() {}, abandon() {}, charge: async (record: ChargeRecord) => void charges.push(record) }
  const estimates = { basisOf: () => ({ family: 'other', calls: 0 }) }
  const traffic = { totals: createCallTotals(() => true) }
  const services = { options: { values: { LogConsumeEnabled: true } }, log: { warn() {} }, traffic, estimates }
  const undeliverable = {
    minimumFor: () => ({ units: 0 }),
    record: async (...noted: unknown[]) => void unpaid.push(noted.slice(1)),
  }
  const costs = { costOf: () => undefined }
  const deps = { accounting: { wallet, ledger }, services, undeliverable, costs } as unknown as RelayDeps
  const give = async () => {
    for (let turn = 0; turn < 20; turn++) {
      asked.shift()?.()
      await Promise.resolve()
    }
  }
  return {
    turn: new Turn(CALL, { run: createRun(CALL, NO_BODY), admissions: [] }, NO_BUDGETS, deps),
    balance,
    charges,
    unpaid,
    give,
  }
}

const END = { reason: 'stop', isEmpty: false, source: 'upstream', upstreamModel: 'm', session: 's' } as const
const channel = { id: 7 } as Channel

describe('a turn', () => {
  test('sets aside what was said and a slice, and grows with the answer', async () => {
    const { turn, balance, give } = turnWith(100_000)
    turn.input = { text: 9.2, audio: 1, context: 4 }
    const covered = turn.cover()
    await give()
    await covered
    expect(balance.held).toBe(10 + 8 + 4 + 2000)
    turn.addOutput(0, 200)
    await turn.cover()
    expect(balance.held).toBeGreaterThanOrEqual(10 + 8 + 4 + 200 * 16)
    await turn.drop()
    expect([balance.held, balance.active]).toEqual([0, 0])
  })

  test('charges what was delivered, not what was counted, when it is cut', async () => {
    const { turn, balance, charges, give } = turnWith(100_000)
    const covered = turn.cover()
    await give()
    await covered
    turn.start('resp', NO_INPUT)
    turn.addOutput(10, 0)
    turn.markDelivered()
    turn.addOutput(1000, 1000)
    expect(await turn.end(channel, { ...END, usage: turn.estimate, source: 'estimated' })).toBe(true)
    expect(charges).toMatchObject([{ quota: 20, completion: 10, channel: 7 }])
    expect([balance.held, balance.spent, balance.active]).toEqual([0, 20, 0])
  })

  test('asked for money by both sides at once has one hold', async () => {
    const { turn, balance, give } = turnWith(100_000)
    const both = Promise.all([turn.cover(), turn.cover()])
    await give()
    await both
    expect([balance.held, balance.active]).toEqual([1 + 2000, 1])
    await turn.drop()
  })

  test('rests when nobody has used it for some seconds; longer when an answer was asked for', () => {
    const { turn } = turnWith(0)
    const in10s = Date.now() + 10_000
    expect([turn.isUnused(Date.now()), turn.isUnused(in10s)]).toEqual([false, true])
    turn.markRequested()
    expect([turn.isUnused(in10s), turn.isUnused(in10s + 60_000)]).toEqual([false, true])
  })

  test('that is dropped while money is on its way leaves nothing held, and takes no more', async () => {
    const { turn, balance, give } = turnWith(100_000)
    void turn.cover()
    await Promise.resolve()
    await Promise.resolve()
    const dropped = turn.drop()
    await give()
    await dropped
    await turn.cover()
    expect([balance.held, balance.active]).toEqual([0, 0])
  })

  test('tells its session when nobody can pay, and when an end is dearer than the balance', async () => {
    const none = turnWith(0)
    const covered = none.turn.cover().catch((error) => error.code)
    await none.give()
    expect(await covered).toBe('insufficient_user_quota')

    const few = turnWith(50)
    const first = few.turn.cover()
    await few.give()
    await first
    few.turn.start('resp', NO_INPUT)
    expect(await few.turn.end(channel, { ...END, usage: { ...few.turn.estimate, output: 5000 } })).toBe(false)
    // The whole balance, and less than one slice of overdraft.
    expect(few.charges[0]?.quota).toBe(50 + 1999)
    expect(few.unpaid).toEqual([[10_000, 10_000 - 50 - 1999]])
    expect(JSON.parse(few.charges[0]?.other ?? '')).toMatchObject({ end_reason: 'insufficient_quota', ws: true })
  })
})
