import { describe, expect, test } from 'bun:test'
import { Hold } from './hold.ts'
import { type Grant, Purse } from './purse.ts'

const grant = (units: number) => ({ units, carry: 0, fresh: false })

/** A stored wallet that a purse leases from; answers after a moment, as a database does. */
function walletOf(balance: number) {
  const wallet = { balance }
  const purse = new Purse(async (need) => {
    await Bun.sleep(0)
    const granted = Math.min(wallet.balance, Math.max(need, Math.floor(wallet.balance / 8)))
    wallet.balance -= granted
    return grant(granted)
  })
  return { wallet, purse }
}

const terms = (deadline = Date.now() + 5000) => ({ deadline, growing: false, overdraft: 0 })

/** A small deterministic generator, so that a failing seed can be run again. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

interface Plan {
  need: number
  min: number
  /** Costs in thousandths that the call reaches one after the other. */
  steps: number[]
  fails: boolean
}

/** One call: holds, grows, then settles or releases. Answers what it was charged, or how it was refused. */
async function runCall(purse: Purse, plan: Plan): Promise<number | 'refused' | 'cut' | 'failed'> {
  const units = await purse.hold(plan.need, plan.min, terms())
  if (units === 0) return 'refused'
  const hold = new Hold(purse, undefined, units, 0)
  let covered = 0
  for (const cost of plan.steps) {
    await Bun.sleep(0)
    if (!(await hold.extend(cost, plan.need))) {
      hold.settle(covered)
      return 'cut'
    }
    covered = cost
  }
  if (plan.fails) {
    hold.release()
    return 'failed'
  }
  return hold.settle(covered).charge
}

function plansFrom(random: (below: number) => number, count: number): Plan[] {
  return Array.from({ length: count }, () => {
    const min = 1 + random(20)
    const growth = Array.from({ length: random(5) }, () => random(15_000))
    let cost = min * 1000
    const steps = growth.map((more) => {
      cost += more
      return cost
    })
    return { min, need: min + random(60), steps: steps.length ? steps : [min * 1000], fails: random(10) === 0 }
  })
}

describe('a purse', () => {
  test('conserves every unit in any interleaving, and nothing stays held', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomFrom(seed)
      const balance = random(3000)
      const { wallet, purse } = walletOf(balance)
      const plans = plansFrom(random, 40)
      const results = await Promise.all(
        plans.map(async (plan) => {
          await Bun.sleep(random(3))
          return runCall(purse, plan)
        }),
      )
      expect({ seed, held: purse.held, active: purse.active }).toEqual({ seed, held: 0, active: 0 })
      expect(wallet.balance + purse.granted).toBe(balance)
      // A unit more is possible: the thousandths that calls carried on to each other.
      expect(purse.spent).toBeLessThanOrEqual(balance + 1)
      expect(purse.carry).toBeWithin(0, 1000)
      const charged = results.filter((result): result is number => typeof result === 'number')
      expect(purse.spent).toBeGreaterThanOrEqual(charged.reduce((sum, charge) => sum + charge, 0))
    }
  })

  test('never refuses a call while the balance covers all of them, however much they set aside meanwhile', async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const plans = plansFrom(randomFrom(seed), 50).map((plan) => ({ ...plan, fails: false, need: plan.need * 20 }))
      const costs = plans.reduce((sum, plan) => sum + (plan.steps.at(-1) ?? 0), 0)
      const { wallet, purse } = walletOf(Math.ceil(costs / 1000))
      const results = await Promise.all(plans.map((plan) => runCall(purse, plan)))
      expect({ seed, refused: results.filter((result) => typeof result === 'string') }).toEqual({ seed, refused: [] })
      expect(purse.spent * 1000 + purse.carry).toBe(costs)
      expect(wallet.balance + purse.granted - purse.spent).toBeLessThanOrEqual(1)
    }
  })

  test('gives small calls the last units instead of refusing them', async () => {
    const { purse } = walletOf(10)
    expect(await purse.hold(1000, 4, terms())).toBe(10)
  })

  test('refuses when nothing is left and nobody can give anything back', async () => {
    const { purse } = walletOf(3)
    expect(await purse.hold(10, 4, terms())).toBe(0)
  })

  test('waits for a call that may give units back, and refuses at the deadline', async () => {
    const { purse } = walletOf(10)
    await purse.hold(10, 10, terms())
    const waiting = purse.hold(5, 5, terms())
    purse.leave(10)
    expect(await waiting).toBe(5)
    await expect(purse.hold(100, 100, terms(Date.now() + 20))).rejects.toThrow('reserved')
  })

  test('lets calls that all wait to grow fail one after the other instead of waiting for ever', async () => {
    const { purse } = walletOf(20)
    const holds = [new Hold(purse, undefined, await purse.hold(10, 10, terms()), 0)]
    holds.push(new Hold(purse, undefined, await purse.hold(10, 10, terms()), 0))
    const grown = await Promise.all(
      holds.map(async (hold) => {
        const granted = await hold.extend(15_000, 5)
        hold.settle(granted ? 15_000 : 5000)
        return granted
      }),
    )
    expect(grown.filter(Boolean)).toHaveLength(1)
    expect(purse.held).toBe(0)
  })

  test('reports a database that cannot be asked, and works again afterwards', async () => {
    let down = true
    const purse = new Purse(async (need) => {
      if (down) throw new Error('database away')
      return grant(need)
    })
    await expect(purse.hold(5, 5, terms())).rejects.toThrow('database away')
    down = false
    expect(await purse.hold(5, 5, terms())).toBe(5)
  })
})

describe('a hold', () => {
  test('charges what many tiny costs sum up to', () => {
    const purse = new Purse(async () => grant(0))
    purse.granted = 1000
    let charged = 0
    for (let index = 0; index < 10_000; index++) {
      purse.tryEnter(1)
      charged += new Hold(purse, undefined, 1, 0).settle(7).charge
    }
    expect(charged).toBe(70)
    expect(purse.carry).toBe(0)
  })

  test('ends once', () => {
    const purse = new Purse(async () => grant(0))
    purse.granted = 10
    purse.tryEnter(5)
    const hold = new Hold(purse, undefined, 5, 0)
    hold.release()
    expect(() => hold.settle(1000)).toThrow('ended twice')
    expect(purse.available).toBe(10)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 0.5])('takes no cost of %d, and can still end', (cost) => {
    const purse = new Purse(async () => grant(0))
    purse.granted = 10
    purse.tryEnter(5)
    const hold = new Hold(purse, undefined, 5, 0)
    expect(() => hold.settle(cost)).toThrow('not exact')
    hold.release()
    expect([purse.available, purse.carry, purse.active, purse.unsettled.calls]).toEqual([10, 0, 0, 0])
  })

  test('lets an owner pass the balance by less than one slice in all', async () => {
    const { purse } = walletOf(10)
    const overdraft = { ...terms(), overdraft: 8 }
    const calls = [
      new Hold(purse, undefined, await purse.hold(5, 5, overdraft), 8),
      new Hold(purse, undefined, await purse.hold(5, 5, overdraft), 8),
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
    expect(purse.spent).toBeLessThan(10 + 8)
  })

  test('takes what is left when a delivered answer is dearer, less than one slice over it in all', async () => {
    const { purse } = walletOf(1000)
    const calls = [
      new Hold(purse, undefined, await purse.hold(5, 5, terms()), 8),
      new Hold(purse, undefined, await purse.hold(5, 5, terms()), 8),
    ]
    const paid = await Promise.all(
      calls.map(async (call) => {
        await call.extendToLimit(1_000_000_000)
        return call.settle(call.payable(1_000_000_000)).charge
      }),
    )
    expect(paid).toEqual([1000 - 5 + 8 - 1, 5])
    expect(purse.spent).toBe(1000 + 8 - 1)
    expect({ held: purse.held, carry: purse.carry }).toEqual({ held: 0, carry: 0 })
  })

  test('takes no more of what is left than the answer costs, and all of a limited token first', async () => {
    const user = walletOf(1000)
    const token = walletOf(100)
    const hold = new Hold(user.purse, token.purse, 5, 8)
    for (const purse of [user.purse, token.purse]) {
      await purse.hold(5, 5, terms())
    }
    await hold.extendToLimit(60_000)
    expect(hold.units).toBe(60)
    await hold.extendToLimit(900_000)
    expect(hold.units).toBe(100 + 8 - 1)
    expect(hold.settle(hold.payable(900_000)).charge).toBe(107)
    expect({ user: user.purse.held, token: token.purse.held }).toEqual({ user: 0, token: 0 })
  })

  test('pays what is in memory while the wallet cannot be asked', async () => {
    const purse = new Purse(async () => {
      throw new Error('database away')
    })
    purse.granted = 20
    purse.tryEnter(5)
    const hold = new Hold(purse, undefined, 5, 8)
    await hold.extendToLimit(100_000)
    expect(hold.payable(100_000)).toBe(27_000)
  })

  test('leaves the carry alone when nothing can be paid', () => {
    const purse = new Purse(async () => grant(0))
    purse.carry = 999
    purse.tryEnter(0)
    const hold = new Hold(purse, undefined, 0, 0)
    expect(hold.settle(hold.payable(5000))).toEqual({ charge: 0, carryIn: 999, carryOut: 999 })
  })

  test('of a new call needs a balance above zero', async () => {
    const { purse } = walletOf(0)
    expect(await purse.hold(5, 5, { ...terms(), overdraft: 100 })).toBe(0)
  })
})

test('a wallet that does not answer is an error after some time, and what it grants later is not lost', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<Grant>()
  const purse = new Purse(() => answer, 20)
  await expect(purse.hold(5, 5, terms())).rejects.toThrow('has not answered')
  expect(purse.refilling).toBe(true)
  resolve(grant(100))
  expect(await purse.hold(5, 5, terms())).toBe(5)
  expect({ granted: purse.granted, active: purse.active }).toEqual({ granted: 100, active: 1 })
})
