import { beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { NOTHING_UNPAID, UnsettledUnpaid } from '../../../money/accounting/unpaid.ts'
import type { UserFacts } from '../../registry/callers.ts'
import { type CallSize, createUndeliverableAnswers } from './undeliverable-answers.ts'

const LIMIT = 50_000

let calls = 0
/** A call of its own, with at most one answer that was not paid. */
const call = (other: Partial<CallSize> = {}) => ({
  id: `call-${++calls}`,
  user: { id: 1 },
  token: { id: 7 },
  model: 'dear',
  inputTokens: 100,
  maxTokens: undefined,
  ...other,
})

/** `stored`: the unpaid answers of user 1 in the database; with `isCold`, the user's facts take a promise. */
function create({ stored = NOTHING_UNPAID, limit = LIMIT, isCold = false, now = (): number => 0 } = {}) {
  const unsettled = new UnsettledUnpaid()
  const facts = (id: number) => ({ id, unpaid: id === 1 ? stored : NOTHING_UNPAID }) as UserFacts
  const withheld = createUndeliverableAnswers(
    {
      callers: { userById: (id) => (isCold ? Promise.resolve(facts(id)) : facts(id)) },
      ledger: {
        unpaid: async (record) => unsettled.add(record),
        unsettledUnpaid: (user) => unsettled.of(user),
      },
      options: { values: { UnpaidQuotaPerDay: limit } },
    },
    now,
  )
  return { ...withheld, least: async (asked: CallSize) => withheld.minimumFor(asked) }
}

const limited = (units: number) => ({ units, refusal: 'unpaid_limit_reached' as const })

describe('after an answer that could not be paid', () => {
  let time = 0
  let withheld: ReturnType<typeof create>
  beforeEach(async () => {
    time = 1000
    withheld = create({ now: () => time })
    await withheld.record(call(), 10_000, 10_000)
  })

  test('the same call needs its price, and a larger one', async () => {
    expect(await withheld.least(call())).toEqual({ units: 10_000 })
    expect(await withheld.least(call({ inputTokens: 500 }))).toEqual({ units: 10_000 })
  })

  test.each([
    ['another model', { model: 'cheap' }],
    ['another token', { token: { id: 8 } }],
    ['the playground', { token: undefined }],
    ['another user', { user: { id: 2 } }],
    ['less input', { inputTokens: 99 }],
    ['a limit on the output', { maxTokens: 50 }],
  ])('%s does not', async (_, other) => {
    expect(await withheld.least(call(other))).toEqual({ units: 0 })
  })

  test('a lower limit than that of the withheld call is another call, a higher one is not', async () => {
    await withheld.record(call({ model: 'm', maxTokens: 100 }), 500, 500)
    expect(await withheld.least(call({ model: 'm', maxTokens: 99 }))).toEqual({ units: 0 })
    expect(await withheld.least(call({ model: 'm', maxTokens: 100 }))).toEqual({ units: 500 })
    expect(await withheld.least(call({ model: 'm' }))).toEqual({ units: 500 })
  })

  test('the dearest counts', async () => {
    await withheld.record(call(), 3000, 3000)
    expect(await withheld.least(call())).toEqual({ units: 10_000 })
  })

  test('all is well after ten minutes', async () => {
    time += 599_999
    expect(await withheld.least(call())).toEqual({ units: 10_000 })
    time += 1
    expect(await withheld.least(call())).toEqual({ units: 0 })
  })

  test('a user with many of them costs no more than twenty', async () => {
    for (let i = 0; i < 100; i++) await withheld.record(call({ model: `m${i}` }), 1, 1)
    expect(await withheld.least(call({ model: 'm79' }))).toEqual({ units: 0 })
    expect(await withheld.least(call({ model: 'm80' }))).toEqual({ units: 1 })
  })
})

describe('an account whose unpaid answers have reached the limit of a day', () => {
  const other = { model: 'cheap', token: { id: 99 }, inputTokens: 1, maxTokens: 7 }

  test('needs the price of the dearest for every call, also where the database does not know them yet', async () => {
    const withheld = create({ stored: { units: LIMIT - 20_000, dearest: 12_000 } })
    await withheld.record(call(), 11_000, 19_999)
    expect(await withheld.least(call(other))).toEqual({ units: 0 })
    await withheld.record(call(), 11_000, 1)
    expect(await withheld.least(call(other))).toEqual(limited(12_000))
    await withheld.record(call(), 13_000, 1)
    expect(await withheld.least(call(other))).toEqual(limited(13_000))
    expect(await withheld.least(call({ ...other, user: { id: 2 } }))).toEqual({ units: 0 })
  })

  test('is known where the facts of its user must be read first', async () => {
    const withheld = create({ isCold: true, stored: { units: LIMIT, dearest: 12_000 } })
    expect(await withheld.least(call(other))).toEqual(limited(12_000))
  })

  test('is limited from the first unpaid answer on where the limit is 0', async () => {
    const withheld = create({ limit: 0 })
    expect(await withheld.least(call(other))).toEqual({ units: 0 })
    await withheld.record(call(), 300, 1)
    expect(await withheld.least(call(other))).toEqual(limited(300))
  })
})

test('whoever sets the clock of the machine does not change how long it is remembered', async () => {
  const withheld = create()
  await withheld.record(call(), 10_000, 10_000)
  try {
    setSystemTime(new Date(Date.now() + 3_600_000))
    expect(await withheld.least(call())).toEqual({ units: 10_000 })
  } finally {
    setSystemTime()
  }
})
