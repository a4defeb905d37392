import { randomUUID } from 'node:crypto'
import type { Bus } from '../../platform/store/bus.ts'
import type { Ledger } from './ledger.ts'

/** Answers requests to settle: a node replies when everything that it had accepted by then is in the database. */
export function answerSettleRequests(bus: Bus, ledger: Pick<Ledger, 'flush'>, nodeId: string): () => void {
  return bus.subscribe(['settle_question'], (change) => {
    // A node that cannot settle does not answer.
    ledger.flush().then(
      () => bus.publish({ kind: 'settle_answer', question: change.id, node: nodeId }),
      () => {},
    )
  })
}

/**
 * Asks nodes to settle what they have accepted. Resolves with the ids of those that did not say within `withinMs` that they
 * have.
 */
export async function settleOnNodes(bus: Bus, nodes: readonly string[], withinMs: number): Promise<string[]> {
  const open = new Set(nodes)
  if (open.size === 0) return []
  const id = randomUUID()
  const { promise, resolve } = Promise.withResolvers<void>()
  const unsubscribe = bus.subscribe(['settle_answer'], (change) => {
    if (change.question !== id) return
    open.delete(change.node)
    if (open.size === 0) resolve()
  })
  const timer = setTimeout(resolve, withinMs)
  bus.publish({ kind: 'settle_question', id })
  await promise
  clearTimeout(timer)
  unsubscribe()
  return [...open]
}
