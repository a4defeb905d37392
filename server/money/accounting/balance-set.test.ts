import { describe, expect, test } from 'bun:test'
import { grant, take, terms, walletOf } from '#test/harness/balances.ts'
import { reserveUnits } from './balance-set.ts'
import { Hold } from './hold.ts'
import { type Grant, LeasedBalance } from './leased-balance.ts'

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

/** Runs one call: holds, extends, then settles or releases. Returns the charge, or how the call was refused. */
async function runCall(
  balances: [LeasedBalance, ...LeasedBalance[]],
  plan: Plan,
): Promise<number | 'refused' | 'cut' | 'failed'> {
  const taken = await reserveUnits(balances, { need: plan.need, min: plan.min, ...terms() })
  if ('short' in taken) return 'refused'
  const hold = new Hold(balances, taken.units, 0)
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

describe('a leased balance', () => {
  test('conserves every unit in any interleaving, and nothing stays held', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomFrom(seed)
      const total = random(3000)
      const { wallet, balance } = walletOf(total)
      const plans = plansFrom(random, 40)
      const results = await Promise.all(
        plans.map(async (plan) => {
          await Bun.sleep(random(3))
          return runCall([balance], plan)
        }),
      )
      expect({ seed, held: balance.held, active: balance.active }).toEqual({ seed, held: 0, active: 0 })
      expect(wallet.balance + balance.granted).toBe(total)
      // One more unit is possible: the thousandths that calls carried over to each other.
      expect(balance.spent).toBeLessThanOrEqual(total + 1)
      expect(balance.carry).toBeWithin(0, 1000)
      const charged = results.filter((result): result is number => typeof result === 'number')
      expect(balance.spent).toBeGreaterThanOrEqual(charged.reduce((sum, charge) => sum + charge, 0))
    }
  })

  test('never refuses a call while the balance covers all of them, however much they set aside meanwhile', async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const plans = plansFrom(randomFrom(seed), 50).map((plan) => ({ ...plan, fails: false, need: plan.need * 20 }))
      const costs = plans.reduce((sum, plan) => sum + (plan.steps.at(-1) ?? 0), 0)
      const { wallet, balance } = walletOf(Math.ceil(costs / 1000))
      const results = await Promise.all(plans.map((plan) => runCall([balance], plan)))
      expect({ seed, refused: results.filter((result) => typeof result === 'string') }).toEqual({ seed, refused: [] })
      expect(balance.spent * 1000 + balance.carry).toBe(costs)
      expect(wallet.balance + balance.granted - balance.spent).toBeLessThanOrEqual(1)
    }
  })

  test('gives small calls the last units instead of refusing them', async () => {
    const { balance } = walletOf(10)
    expect(await take(balance, 1000, 4, terms())).toBe(10)
  })

  test('refuses when nothing is left and nobody can give anything back', async () => {
    const { balance } = walletOf(3)
    expect(await take(balance, 10, 4, terms())).toBe(0)
  })

  test('waits for a call that may give units back, and refuses at the deadline', async () => {
    const { balance } = walletOf(10)
    await take(balance, 10, 10, terms())
    const waiting = take(balance, 5, 5, terms())
    balance.endCall(10)
    expect(await waiting).toBe(5)
    await expect(take(balance, 100, 100, terms(Date.now() + 20))).rejects.toThrow('reserved')
  })

  test('lets calls that all wait to grow fail one after the other instead of waiting for ever', async () => {
    const { balance } = walletOf(20)
    const holds = [new Hold([balance], await take(balance, 10, 10, terms()), 0)]
    holds.push(new Hold([balance], await take(balance, 10, 10, terms()), 0))
    const grown = await Promise.all(
      holds.map(async (hold) => {
        const granted = await hold.extend(15_000, 5)
        hold.settle(granted ? 15_000 : 5000)
        return granted
      }),
    )
    expect(grown.filter(Boolean)).toHaveLength(1)
    expect(balance.held).toBe(0)
  })

  test('reports a database that cannot be asked, and works again afterwards', async () => {
    let down = true
    const balance = new LeasedBalance(async (need) => {
      if (down) throw new Error('database away')
      return grant(need)
    })
    await expect(take(balance, 5, 5, terms())).rejects.toThrow('database away')
    down = false
    expect(await take(balance, 5, 5, terms())).toBe(5)
  })
})

describe('two balances', () => {
  const wanted = (need: number, min: number) => ({ need, min, ...terms() })

  test('give units together or not at all, and name the one that is short', async () => {
    const [user, token] = [walletOf(100).balance, walletOf(10).balance]
    expect(await reserveUnits([user, token], wanted(20, 20))).toEqual({ short: token })
    expect(await reserveUnits([token, user], wanted(200, 200))).toEqual({ short: token })
    expect([user.held, user.active, token.held, token.active]).toEqual([0, 0, 0, 0])
    expect(await reserveUnits([user, token], wanted(20, 5))).toEqual({ units: 10 })
    expect([user.held, user.active, token.held, token.active]).toEqual([10, 1, 10, 1])
  })

  test('that run out together keep no call waiting for one that waits for it', async () => {
    const [user, token] = [walletOf(20).balance, walletOf(20).balance]
    const holdOf = async () => {
      const taken = await reserveUnits([user, token], wanted(10, 10))
      if ('short' in taken) throw new Error('refused')
      return new Hold([user, token], taken.units, 0)
    }
    const holds = [await holdOf(), await holdOf()]
    const late = reserveUnits([user, token], wanted(5, 5))
    const grown = await Promise.all(
      holds.map(async (hold) => {
        const granted = await hold.extend(15_000, 5)
        hold.settle(granted ? 15_000 : 5000)
        return granted
      }),
    )
    expect(grown.filter(Boolean)).toHaveLength(1)
    expect(await late).toEqual({ short: user })
    expect([user.held, user.waiters.length, token.held, token.waiters.length]).toEqual([0, 0, 0, 0])
  })

  test('do not wait in a circle when each of two calls is short of another balance', async () => {
    const [user, token] = [walletOf(20).balance, walletOf(20).balance]
    const calls = [new Hold([user, token], 10, 0), new Hold([user, token], 10, 0)]
    for (const _call of calls) await reserveUnits([user, token], wanted(10, 10))
    // Another token of the user, and units added to this token, change which balance is short.
    user.granted += 5
    const grown = await Promise.all(
      calls.map(async (call) => {
        const granted = await call.extend(14_000, 0)
        if (granted) call.settle(14_000)
        else call.release()
        return granted
      }),
    )
    expect(grown.filter(Boolean)).toHaveLength(1)
  })

  test('let a new call wait for one that waits for a third to end', async () => {
    const [user, token, otherToken] = [walletOf(30).balance, walletOf(10).balance, walletOf(30).balance]
    const takes = async (balances: [LeasedBalance, LeasedBalance], units: number) => {
      await reserveUnits(balances, wanted(units, units))
      return new Hold(balances, units, 0)
    }
    const runs = await takes([user, otherToken], 20)
    const grows = await takes([user, token], 10)
    // The user's balance is short; the running call may give units back.
    const grown = grows.extend(11_000, 0)
    const waits = reserveUnits([user, token], wanted(3, 3))
    await Bun.sleep(5)
    runs.settle(5000)
    // The token has ten units.
    expect(await grown).toBe(false)
    grows.settle(4000)
    expect(await waits).toEqual({ units: 3 })
  })

  test('serve those who wait in the order of their arrival', async () => {
    const { balance } = walletOf(10)
    const first = new Hold([balance], 10, 0)
    await reserveUnits([balance], wanted(10, 10))
    const order: string[] = []
    const waits = async (name: string, units: number) => {
      await reserveUnits([balance], wanted(units, units))
      order.push(name)
      await Bun.sleep(1)
      balance.endCall(units)
    }
    const large = waits('large', 10)
    const small = [waits('small', 1), waits('small', 1)]
    await Bun.sleep(5)
    first.release()
    await Promise.all([large, ...small])
    expect(order).toEqual(['large', 'small', 'small'])
  })

  test('conserve every unit in any interleaving of calls of one user with several tokens', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomFrom(seed)
      const user = walletOf(random(3000))
      const tokens = [walletOf(random(1500)), walletOf(random(1500))]
      const total = user.wallet.balance
      const plans = plansFrom(random, 40)
      await Promise.all(
        plans.map(async (plan, index) => {
          const token = tokens[index % 3]?.balance
          await Bun.sleep(random(3))
          return runCall(token ? [user.balance, token] : [user.balance], plan)
        }),
      )
      const balances = [user, ...tokens].map(({ balance }) => balance)
      for (const { held, active, waiters, extending: growing } of balances) {
        expect({ seed, held, active, waits: waiters.length + growing.size }).toEqual({
          seed,
          held: 0,
          active: 0,
          waits: 0,
        })
      }
      expect(user.wallet.balance + user.balance.granted).toBe(total)
      for (const { wallet, balance } of tokens)
        expect(balance.spent).toBeLessThanOrEqual(wallet.balance + balance.granted + 1)
    }
    // Calls that wait for each other in a circle wait longer than this.
  }, 20_000)
})

test('a wallet that does not answer is an error after some time, and what it grants later is not lost', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<Grant>()
  const balance = new LeasedBalance(() => answer, 20)
  await expect(take(balance, 5, 5, terms())).rejects.toThrow('has not answered')
  expect(balance.leasing).toBe(true)
  resolve(grant(100))
  expect(await take(balance, 5, 5, terms())).toBe(5)
  expect({ granted: balance.granted, active: balance.active }).toEqual({ granted: 100, active: 1 })
})
