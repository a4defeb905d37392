import type { Grant } from './leased-balance.ts'
import type { LeaseRequest } from './leases.ts'

interface PendingRequest extends LeaseRequest {
  resolve(grant: Grant): void
  reject(error: unknown): void
}

/**
 * Returns a function that leases units of one owner. Requests before the next microtask, above all by the balances
 * of one call, are taken together in one transaction, all or none. All requests of a batch reject with the error of
 * `take`.
 */
export function batchLeases(
  take: (asks: readonly LeaseRequest[]) => Promise<readonly Grant[]>,
): (ask: LeaseRequest) => Promise<Grant> {
  let batch: PendingRequest[] = []

  async function send(): Promise<void> {
    const pending = batch
    batch = []
    try {
      const grants = await take(pending.map(({ owner, need }) => ({ owner, need })))
      for (const [index, { resolve }] of pending.entries())
        resolve(grants[index] ?? { units: 0, carry: 0, fresh: false })
    } catch (error) {
      for (const { reject } of pending) reject(error)
    }
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      if (batch.length === 0) queueMicrotask(() => void send())
      batch.push({ ...ask, resolve, reject })
    })
}
