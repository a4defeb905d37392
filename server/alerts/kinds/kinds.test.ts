import { expect, test } from 'bun:test'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { balance } from './balance.ts'
import { books } from './books.ts'
import { channelDown } from './channel-down.ts'
import { disk } from './disk.ts'
import { errorRate } from './error-rate.ts'
import type { Finding } from './kind.ts'
import { latency } from './latency.ts'
import { margin } from './margin.ts'
import { unpriced } from './unpriced.ts'

const NONE = new Set<string>()
const states = (findings: readonly Finding[]) => findings.map(({ subject, state }) => `${subject} ${state}`)
const titles = (findings: readonly Finding[]) =>
  findings.map((finding) => (finding.state === 'open' ? finding.title.en : finding.state))

test('a channel that is disabled automatically is down; one that somebody disabled or deleted says nothing', () => {
  const channel = { id: 3, name: 'n', status: CHANNEL_STATUS.autoDisabled, reason: '余额不足' }
  const [down] = channelDown.evaluate([channel], {}, NONE)
  expect(down).toMatchObject({
    title: { zh: '通道「n」（#3）已被禁用' },
    text: { zh: '通道「n」（#3）已被禁用，原因：余额不足' },
  })
  expect(channelDown.recovered('n', '3').zh).toBe('通道「n」（#3）已被启用')
  const byHand = { ...channel, status: CHANNEL_STATUS.disabled }
  expect(states(channelDown.evaluate([byHand], {}, new Set(['3', '4'])))).toEqual(['4 ended', '3 ended'])
  expect(channelDown.evaluate([{ ...channel, status: CHANNEL_STATUS.enabled }], {}, new Set(['3']))).toEqual([])
})

test('an error rate opens at the limit, holds above four fifths of it, and needs enough calls', () => {
  const judged = (failed: number, served: number, before = { served: 0, failed: 0 }) =>
    states(
      errorRate.evaluate([{ id: 1, name: 'a', hour: { served, failed }, before }], { percent: 50, calls: 10 }, NONE),
    )
  expect(judged(5, 5)).toEqual(['1 open'])
  expect(judged(4, 6)).toEqual(['1 hold'])
  expect(judged(39, 61)).toEqual([])
  expect(judged(9, 0)).toEqual(['1 hold'])
  // The hour before counts only while this one has too few.
  expect(judged(4, 0, { served: 0, failed: 8 })).toEqual(['1 open'])
  expect(judged(0, 10, { served: 0, failed: 90 })).toEqual([])
  expect(judged(0, 0)).toEqual([])
  expect(states(errorRate.evaluate([], { percent: 50, calls: 10 }, new Set(['7'])))).toEqual(['7 ended'])
})

test('latency is that of the slowest twentieth', () => {
  const firstBytes = (fast: number, slow: number) => [fast, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, slow, 0]
  const judged = (fast: number, slow: number) =>
    states(
      latency.evaluate([{ id: 1, name: 'a', firstBytes: firstBytes(fast, slow) }], { seconds: 20, calls: 10 }, NONE),
    )
  expect(judged(96, 4)).toEqual([])
  expect(judged(90, 10)).toEqual(['1 open'])
  expect(judged(0, 5)).toEqual(['1 hold'])
})

test('a loss opens above the limit', () => {
  const loss = { channel_id: 1, channel_name: 'first', model_name: 'a', quota: 100 }
  const money = (units: number) => ({ zh: `${units}`, en: `${units}` })
  const judged = (cost: number) => margin.evaluate({ losses: [{ ...loss, cost }], money }, { loss: 1000 }, NONE)
  expect(states(judged(1100))).toEqual(['1 a hold'])
  expect(states(judged(890))).toEqual([])
  expect(titles(judged(1101))).toEqual(['Negative margin: first (#1) · a lost 1001 within 24 hours'])
})

test('balances and disks open at the limit from above', () => {
  const left = (amount: number) =>
    states(balance.evaluate([{ id: 1, name: 'a', balance: amount }], { dollars: 4 }, NONE))
  expect([left(4), left(4.5), left(5.1), left(-1)]).toEqual([['1 open'], ['1 hold'], [], ['1 open']])
  const free = (bytes: number) =>
    disk.evaluate([{ id: 'n', host: 'gw', free: bytes, size: 100e9 }], { percent: 8 }, new Set(['gone']))
  expect(titles(free(5e9))).toEqual(['ended', 'gw has 5 % of its disk left (5.0 GB)'])
  expect(states(free(9e9))).toEqual(['gone ended', 'n hold'])
  expect(states(free(50e9))).toEqual(['gone ended'])
})

test('a model without a price stays open while it has none, and books while they are wrong', () => {
  const asked = (failed: number) => states(unpriced.evaluate([{ model: 'm', failed }], { calls: 2 }, NONE))
  expect([asked(2), asked(0)]).toEqual([['m open'], ['m hold']])
  const checks = [
    { name: 'wallets', wrong: 2 },
    { name: 'tokens', wrong: 0 },
  ]
  expect(titles(books.evaluate(checks, {}, NONE))).toEqual(['The books do not agree: 2 differences in wallets'])
})
