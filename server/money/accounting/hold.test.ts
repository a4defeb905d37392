import { describe, expect, test } from 'bun:test'
import { grant, take, takeAtOnceOrFail, terms, walletOf } from '#test/harness/balances.ts'
import { reserveNow } from './balance-set.ts'
import { Hold } from './hold.ts'
import { LeasedBalance } from './leased-balance.ts'

/** A balance whose units are all held by one call. */
function heldBalance(units: number): LeasedBalance {
  const balance = new LeasedBalance(async () => ({ units: 0, carry: 0, fresh: false }))
  balance.granted = units
  reserveNow([balance], units, true)
  return balance
}

test('a hold that was split pays twice and gives everything back', () => {
  const [user, token] = [heldBalance(100), heldBalance(100)]
  const hold = new Hold([user, token], 100, 10)
  const part = hold.split(30)
  expect([hold.units, part?.units, user.held, user.active, token.active]).toEqual([70, 30, 100, 2, 2])
  expect(part?.settle(20_500).charge).toBe(20)
  expect([user.held, token.held, user.spent, token.spent]).toEqual([70, 70, 20, 20])
  expect(hold.settle(5_500)).toEqual({ charge: 6, carryIn: 500, carryOut: 0 })
  expect([user.held, user.active, user.available, token.active]).toEqual([0, 0, 74, 0])
})

test('no more can be taken out of a hold than is in it', () => {
  const hold = new Hold([heldBalance(10)], 10, 0)
  expect([hold.split(11), hold.split(0), hold.split(-1)]).toEqual([undefined, undefined, undefined])
  expect(hold.units).toBe(10)
  hold.release()
  expect(hold.split(1)).toBeUndefined()
})

test('a budget that a hold has left is not charged, and those it keeps are', () => {
  const [user, own, left] = [heldBalance(10), heldBalance(10), heldBalance(10)]
  const hold = new Hold([user, own], 10, 0, [3])
  hold.join([{ id: 7, balance: left }]).leave()
  expect(hold.settle(2000).budgets).toEqual([3])
  expect([own, left].map(({ held, spent, active }) => ({ held, spent, active }))).toEqual([
    { held: 0, spent: 2, active: 0 },
    { held: 0, spent: 0, active: 0 },
  ])
})

test('a charge that is taken back takes its thousandths with it, also from the call that has used them', () => {
  const user = heldBalance(100)
  user.endCall(100)
  const [first, second] = [1, 2].map(() => {
    reserveNow([user], 10, true)
    return new Hold([user], 10, 0)
  })
  expect(first?.settle(700)).toEqual({ charge: 0, carryIn: 0, carryOut: 700 })
  expect(second?.settle(1_400)).toEqual({ charge: 2, carryIn: 700, carryOut: 100 })
  first?.takeBack()
  expect(user.spent * 1000 + user.carry).toBe(1_400)
  expect(user.unsettled).toEqual({ calls: 1, units: 2, carry: -600 })
})

describe('holds that are extended at the same time', () => {
  test.each([2, 3, 10, 40])('%d of them get all that the wallet has, however small each lease is', async (calls) => {
    // The wallet grants just what a request needs, and answers later.
    let wallet = 1_000_000
    const lease = async (need: number) => {
      await Bun.sleep(1)
      const units = Math.min(need, wallet)
      wallet -= units
      return grant(units)
    }
    const user = new LeasedBalance(lease)
    const holds = await Promise.all(
      Array.from({ length: calls }, async () => new Hold([user], await take(user, 1, 1), 0)),
    )
    const wanted = holds.map((_, call) => 1000 * (1 + ((call * 7) % calls)))
    const extended = await Promise.all(holds.map((hold, call) => hold.extend((wanted[call] ?? 0) * 1000, 0)))
    expect(extended).toEqual(holds.map(() => true))
    const charged = holds.map((hold, call) => hold.settle((wanted[call] ?? 0) * 1000).charge)
    expect(charged).toEqual(wanted)
  })
})

describe('a hold', () => {
  test('charges what many tiny costs sum up to', () => {
    const balance = new LeasedBalance(async () => grant(0))
    balance.granted = 1000
    let charged = 0
    for (let index = 0; index < 10_000; index++) {
      takeAtOnceOrFail(balance, 1)
      charged += new Hold([balance], 1, 0).settle(7).charge
    }
    expect(charged).toBe(70)
    expect(balance.carry).toBe(0)
  })

  test('ends once', () => {
    const balance = new LeasedBalance(async () => grant(0))
    balance.granted = 10
    takeAtOnceOrFail(balance, 5)
    const hold = new Hold([balance], 5, 0)
    hold.release()
    expect(() => hold.settle(1000)).toThrow('ended twice')
    expect(balance.available).toBe(10)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 0.5])('takes no cost of %d, and can still end', (cost) => {
    const balance = new LeasedBalance(async () => grant(0))
    balance.granted = 10
    takeAtOnceOrFail(balance, 5)
    const hold = new Hold([balance], 5, 0)
    expect(() => hold.settle(cost)).toThrow('not exact')
    hold.release()
    expect([balance.available, balance.carry, balance.active, balance.unsettled.calls]).toEqual([10, 0, 0, 0])
  })

  test('lets an owner pass the balance by less than one slice in all', async () => {
    const { balance } = walletOf(10)
    const overdraft = { ...terms(), overdraft: 8 }
    const calls = [
      new Hold([balance], await take(balance, 5, 5, overdraft), 8),
      new Hold([balance], await take(balance, 5, 5, overdraft), 8),
    ]
    const covered = await Promise.all(
      calls.map(async (call) => {
        const granted = await call.extend(11_000, 0)
        if (granted) call.settle(11_000)
        else call.release()
        return granted
      }),
    )
    expect(covered.filter(Boolean)).toHaveLength(1)
    expect(balance.spent).toBeLessThan(10 + 8)
  })

  test('takes what is left when a delivered answer is dearer, less than one slice over it in all', async () => {
    const { balance } = walletOf(1000)
    const calls = [
      new Hold([balance], await take(balance, 5, 5, terms()), 8),
      new Hold([balance], await take(balance, 5, 5, terms()), 8),
    ]
    const paid = await Promise.all(
      calls.map(async (call) => {
        await call.extendToLimit(1_000_000_000)
        return call.settle(call.payable(1_000_000_000)).charge
      }),
    )
    expect(paid).toEqual([1000 - 5 + 8 - 1, 5])
    expect(balance.spent).toBe(1000 + 8 - 1)
    expect({ held: balance.held, carry: balance.carry }).toEqual({ held: 0, carry: 0 })
  })

  test('takes no more of what is left than the answer costs, and all of a limited token first', async () => {
    const user = walletOf(1000)
    const token = walletOf(100)
    const hold = new Hold([user.balance, token.balance], 5, 8)
    for (const balance of [user.balance, token.balance]) {
      await take(balance, 5, 5, terms())
    }
    await hold.extendToLimit(60_000)
    expect(hold.units).toBe(60)
    await hold.extendToLimit(900_000)
    expect(hold.units).toBe(100 + 8 - 1)
    expect(hold.settle(hold.payable(900_000)).charge).toBe(107)
    expect({ user: user.balance.held, token: token.balance.held }).toEqual({ user: 0, token: 0 })
  })

  test('pays what is in memory while the wallet cannot be asked', async () => {
    const balance = new LeasedBalance(async () => {
      throw new Error('database away')
    })
    balance.granted = 20
    takeAtOnceOrFail(balance, 5)
    const hold = new Hold([balance], 5, 8)
    await hold.extendToLimit(100_000)
    expect(hold.payable(100_000)).toBe(27_000)
  })

  test('leaves the carry alone when nothing can be paid', () => {
    const balance = new LeasedBalance(async () => grant(0))
    balance.carry = 999
    takeAtOnceOrFail(balance, 0)
    const hold = new Hold([balance], 0, 0)
    expect(hold.settle(hold.payable(5000))).toEqual({ charge: 0, carryIn: 999, carryOut: 999 })
  })

  test.each([
    [7, 12],
    [8, 0],
  ])('of a new call that lacks %i of 12 units is less than one slice of 8', async (lacks, taken) => {
    const { balance } = walletOf(12 - lacks)
    expect(await take(balance, 12, 12, { ...terms(), overdraft: 8 })).toBe(taken)
  })

  test('of a new call needs a balance above zero', async () => {
    const { balance } = walletOf(0)
    expect(await take(balance, 5, 5, { ...terms(), overdraft: 100 })).toBe(0)
  })
})
