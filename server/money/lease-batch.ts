import type { Grant } from './leased-balance.ts'
import type { LeaseAsk } from './leases.ts'

interface Asked extends LeaseAsk {
  resolve(grant: Grant): void
  reject(error: unknown): void
}

/**
 * Returns a function that leases units of one owner. What is asked for before the next microtask, above all by the balances
 * of one call, is taken together: in one transaction, all of it or nothing. All of a batch reject with the error of `take`.
 */
export function leaseTogether(
  take: (asks: readonly LeaseAsk[]) => Promise<readonly Grant[]>,
): (ask: LeaseAsk) => Promise<Grant> {
  let batch: Asked[] = []

  async function send(): Promise<void> {
    const asked = batch
    batch = []
    try {
      const grants = await take(asked.map(({ owner, need }) => ({ owner, need })))
      for (const [index, { resolve }] of asked.entries()) resolve(grants[index] ?? { units: 0, carry: 0, fresh: false })
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      if (batch.length === 0) queueMicrotask(() => void send())
      batch.push({ ...ask, resolve, reject })
    })
}
