import { reserveNow, reserveUnits } from '#server/money/accounting/balance-set.ts'
import { LeasedBalance } from '#server/money/accounting/leased-balance.ts'

export const grant = (units: number) => ({ units, carry: 0, fresh: false })

/** A stored wallet that a balance leases from; answers after a moment, as a database does. */
export function walletOf(units: number) {
  const wallet = { balance: units }
  const balance = new LeasedBalance(async (need) => {
    await Bun.sleep(0)
    const granted = Math.min(wallet.balance, Math.max(need, Math.floor(wallet.balance / 8)))
    wallet.balance -= granted
    return grant(granted)
  })
  return { wallet, balance }
}

export const terms = (deadline = Date.now() + 5000) => ({ deadline, isNew: true, overdraft: 0 })

/** Sets units aside for a new call; 0 = refused. */
export async function take(balance: LeasedBalance, need: number, min: number, more = terms()): Promise<number> {
  const taken = await reserveUnits([balance], { need, min, ...more })
  return 'units' in taken ? taken.units : 0
}

/** What `take` does where memory has the units. */
export function takeAtOnceOrFail(balance: LeasedBalance, units: number): void {
  if (!reserveNow([balance], units, true)) throw new Error('there are not so many units')
}
