import { expect, test } from 'bun:test'
import { CHANNEL_STATUS, KEY_STATUS } from '#contract/statuses.ts'
import { balance } from './balance.ts'
import { books } from './books.ts'
import { budget } from './budget.ts'
import { cacheShare } from './cache-share.ts'
import { certificate } from './certificate.ts'
import { channelDown } from './channel-down.ts'
import { disk } from './disk.ts'
import { errorRate } from './error-rate.ts'
import { keyDown } from './key-down.ts'
import type { Finding } from './kind.ts'
import { latency } from './latency.ts'
import { margin } from './margin.ts'
import { retirement } from './retirement.ts'
import { modelSpend, userSpend } from './spend.ts'
import { unpriced } from './unpriced.ts'

const NONE = new Set<string>()
const states = (findings: readonly Finding[]) => findings.map(({ subject, state }) => `${subject} ${state}`)
const titles = (findings: readonly Finding[]) =>
  findings.map((finding) => (finding.state === 'open' ? finding.title.en : finding.state))

test('a channel that is disabled automatically is down; one that somebody disabled or deleted says nothing', () => {
  const channel = { id: 3, name: 'n', status: CHANNEL_STATUS.autoDisabled, reason: '余额不足' }
  const [down] = channelDown.evaluate([channel], {}, NONE)
  expect(down).toMatchObject({
    title: { zh: '渠道「n」（#3）已被禁用' },
    text: { zh: '渠道「n」（#3）已被禁用，原因：余额不足' },
  })
  expect(channelDown.recovered('n', '3').zh).toBe('渠道「n」（#3）已被启用')
  const byHand = { ...channel, status: CHANNEL_STATUS.disabled }
  expect(states(channelDown.evaluate([byHand], {}, new Set(['3', '4'])))).toEqual(['4 ended', '3 ended'])
  expect(channelDown.evaluate([{ ...channel, status: CHANNEL_STATUS.enabled }], {}, new Set(['3']))).toEqual([])
})

test('a channel whose account is refused while it stays enabled is told, and a few refusals of its key are not', () => {
  const judged = (money: number, key: number) =>
    channelDown.evaluate(
      [{ id: 3, name: 'n', status: CHANNEL_STATUS.enabled, reason: '', refused: { money, key } }],
      {},
      NONE,
    )
  expect(states(judged(1, 0))).toEqual(['account:3 open'])
  expect(titles(judged(1, 0))).toEqual(['The account of channel “n” (#3) has no credit or budget left'])
  expect(judged(0, 2)).toEqual([])
  expect(titles(judged(0, 3))).toEqual(['The upstream refuses the key of channel “n” (#3)'])
  expect(channelDown.recovered('n', 'account:3').en).toBe('The account of channel “n” (#3) is no longer refused')
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

test('the losses of a channel are one alert, which opens above the limit and never below a cent', () => {
  const loss = (channel_id: number, model_name: string, lost: number) => ({
    ...{ channel_id, channel_name: 'first', model_name, quota: 100, cost: 100 + lost },
  })
  const judged = (losses: ReturnType<typeof loss>[], limit = 1000) =>
    margin.evaluate({ losses, cent: 500, money }, { loss: limit }, NONE)
  expect(states(judged([loss(1, 'a', 900), loss(1, 'b', 100)]))).toEqual(['1 hold'])
  expect(states(judged([loss(1, 'a', 500), loss(1, 'b', 290)]))).toEqual([])
  const found = judged([loss(1, 'a', 1), loss(1, 'b', 1000), loss(2, 'a', 7000)])
  expect(titles(found)).toEqual(['first (#1) lost 1001 in 24 hours', 'first (#2) lost 7000 in 24 hours'])
  expect(found[0]).toMatchObject({
    subject: '1',
    text: { en: 'first (#1) lost 1001 in 24 hours: b 1000, a 1' },
    links: { channel_id: 1, losses: [{ model: 'b' }, { model: 'a' }] },
  })
  const many = Array.from({ length: 12 }, (_, at) => loss(1, `m${at}`, 200))
  expect(judged(many)[0]).toMatchObject({ text: { en: expect.stringMatching(/m9 200 and 2 more$/) } })
  expect([states(judged([loss(1, 'a', 300)], 0)), states(judged([loss(1, 'a', 500)], 0))]).toEqual([[], ['1 hold']])
})

test('balances and disks open at the limit from above', () => {
  const left = (amount: number) =>
    states(balance.evaluate([{ id: 1, name: 'a', balance: amount }], { dollars: 4 }, NONE))
  expect([left(4), left(4.5), left(5.1), left(-1)]).toEqual([['1 open'], ['1 hold'], [], ['1 open']])
  const free = (bytes: number) =>
    disk.evaluate([{ id: 'n', host: 'gw', free: bytes, size: 100e9 }], { percent: 8 }, new Set(['gone']))
  expect(titles(free(5e9))).toEqual(['ended', 'gw has 5% of its disk left (5.0 GB)'])
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
  expect(titles(books.evaluate(checks, {}, NONE))).toEqual(['Ledger mismatch in wallets, differences: 2'])
})

const money = (units: number) => ({ zh: `${units}`, en: `${units}` })

test('the stopped keys of a channel are one alert, which each further key makes worse', () => {
  const key = { id: 7, mask: 'sk-…ab', status: KEY_STATUS.stopped, reason: '401', channel_id: 3, channel_name: 'main' }
  const off = [key, { ...key, id: 8, channel_id: 4, status: KEY_STATUS.disabled }]
  const found = keyDown.evaluate({ off, enabled: [9] }, {}, new Set(['4', '9', '10']))
  // Channel 4 has a key that somebody disabled, 9 one that works again, 10 none any more.
  expect(states(found)).toEqual(['4 ended', '10 ended', '3 open'])
  expect(found[2]).toMatchObject({ level: 1, text: { en: 'main (#3) · sk-…ab was disabled. Reason: 401' } })
  const both = keyDown.evaluate({ off: [key, { ...key, id: 9, mask: 'sk-…cd' }], enabled: [] }, {}, new Set(['3']))
  expect(both).toMatchObject([
    {
      ...{ subject: '3', level: 2, links: { channel_id: 3, keys: [7, 9] } },
      text: { en: '2 keys of main (#3) were disabled: sk-…ab 401; sk-…cd 401' },
    },
  ])
})

test('spend opens at so many times the usual, above a least amount, and never without a history', () => {
  const judged = (day: number, usual: number) =>
    userSpend.evaluate({ spends: [{ subject: '5', name: 'bob', day, usual }], money }, { times: 4, quota: 100 }, NONE)
  expect(states(judged(400, 100))).toEqual(['5 open'])
  expect(titles(judged(400, 100))).toEqual([
    'User bob (#5) spent 400 within 24 hours, 4 times its daily average of 100',
  ])
  expect(states(judged(330, 100))).toEqual(['5 hold'])
  expect([judged(310, 100), judged(90, 1), judged(5000, 0)]).toEqual([[], [], []])
  const spends = [{ subject: 'gpt', name: 'gpt', day: 900, usual: 100 }]
  expect(modelSpend.evaluate({ spends, money }, { times: 4, quota: 1 }, NONE)).toMatchObject([
    { name: 'gpt', links: { model: 'gpt' } },
  ])
})

test('a budget is told step by step, and the end of its window is not', () => {
  const owner = { id: 4, scope: 'token', name: 'bot (#9)', budget: 'day opus*', user_id: 0, channel_id: 0 }
  const judged = (used: number, percent = 50) =>
    budget.evaluate({ budgets: [{ ...owner, used, quota: 100 }], money }, { percent }, new Set(['3']))
  const levels = (used: number, percent?: number) =>
    judged(used, percent).map((finding) => (finding.state === 'open' ? finding.level : finding.state))
  expect([levels(49), levels(50), levels(79), levels(80), levels(130)]).toEqual([
    ['ended'],
    ['ended', 50],
    ['ended', 50],
    ['ended', 80],
    ['ended', 100],
  ])
  expect(levels(79, 80)).toEqual(['ended'])
  expect(titles(judged(82))[1]).toBe('Key bot (#9) has used 82% of the daily budget (opus*): 82 of 100')
})

test('a cache share opens when it has fallen by so many points', () => {
  const judged = (cached: number, prompt = 100) =>
    states(
      cacheShare.evaluate(
        [{ model: 'm', day: { prompt, cached }, week: { prompt: 1000, cached: 600 } }],
        { percent: 20, tokens: 50 },
        NONE,
      ),
    )
  expect([judged(40), judged(43), judged(45), judged(0, 49)]).toEqual([['m open'], ['m hold'], [], ['m hold']])
})

test('a certificate opens some days before it expires; a host that does not answer changes nothing', () => {
  const day = 86_400
  const judged = (days: number | undefined) =>
    certificate.evaluate(
      { now: 1000 * day, hosts: [{ host: 'h', expires: days === undefined ? undefined : (1000 + days) * day }] },
      { days: 14 },
      new Set(['gone']),
    )
  expect([judged(14), judged(17), judged(18), judged(undefined)].map(states)).toEqual([
    ['gone ended', 'h open'],
    ['gone ended', 'h hold'],
    ['gone ended'],
    ['gone ended', 'h hold'],
  ])
  expect(titles(judged(-1))[1]).toBe('The certificate of h has expired (1972-09-26)')
})

test('models that retire on a day are one alert, told again a week before and on the day', () => {
  const now = Date.parse('2027-01-01T12:00:00Z') / 1000
  const judged = (retires: string, names = ['b', 'a']) =>
    retirement.evaluate({ now, models: names.map((model) => ({ model, retires })) }, { days: 14 }, NONE)
  expect(judged('2027-01-16')).toEqual([])
  expect(judged('2027-01-15')).toMatchObject([
    {
      ...{ subject: '2027-01-15', level: 1, value: 14, links: { models: ['a', 'b'] } },
      title: { en: 'a and b retire on 2027-01-15', zh: 'a、b 将于 2027-01-15 下线' },
    },
  ])
  expect(judged('2027-01-08', ['a'])).toMatchObject([{ level: 2, title: { en: 'a retires on 2027-01-08' } }])
  expect(judged('2027-01-01', ['a'])).toMatchObject([{ level: 3, links: { model: 'a' } }])
  expect(judged('2027-01-08', ['d', 'b', 'c', 'a'])).toMatchObject([
    {
      title: { en: 'a, b and 2 more retire on 2027-01-08', zh: 'a、b 等 4 个模型将于 2027-01-08 下线' },
      text: { en: 'a, b and 2 more retire on 2027-01-08: a, b, c, d' },
    },
  ])
  expect(titles(judged('2026-12-01'))).toEqual(['a and b retired on 2026-12-01 and are still offered'])
  expect(states(retirement.evaluate({ now, models: [] }, { days: 14 }, new Set(['2027-01-02'])))).toEqual([
    '2027-01-02 ended',
  ])
})
