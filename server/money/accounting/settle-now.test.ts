import { expect, test } from 'bun:test'
import { createBus, type Transport } from '../../platform/store/bus.ts'
import { answerSettleRequests, settleOnNodes } from './settle-now.ts'

/** Buses of several nodes, whose messages reach all others. */
function buses(count: number) {
  const listeners: ((message: string) => void)[] = []
  const transport = (index: number): Transport => ({
    send(message) {
      for (const [other, listener] of listeners.entries()) if (other !== index) queueMicrotask(() => listener(message))
    },
    onMessage(listener) {
      listeners[index] = listener
    },
    close: async () => {},
  })
  return Array.from({ length: count }, (_, index) => createBus(transport(index)))
}

test('resolves when every node has settled', async () => {
  const [asking, one, other] = buses(3)
  const settled: string[] = []
  const ledger = (name: string, ms: number) => ({
    async flush() {
      await Bun.sleep(ms)
      settled.push(name)
    },
  })
  answerSettleRequests(one!, ledger('one', 20), 'one')
  answerSettleRequests(other!, ledger('other', 1), 'other')
  expect(await settleOnNodes(asking!, ['one', 'other'], 60_000)).toEqual([])
  expect(settled).toEqual(['other', 'one'])
})

test('names the nodes that cannot settle, and those that are not there', async () => {
  const [asking, one, other] = buses(3)
  answerSettleRequests(one!, { flush: async () => {} }, 'one')
  answerSettleRequests(other!, { flush: () => Promise.reject(new Error('the database is away')) }, 'other')
  expect(await settleOnNodes(asking!, ['one', 'other', 'gone'], 50)).toEqual(['other', 'gone'])
})

test('asks nobody where there is nobody', async () => {
  expect(await settleOnNodes(createBus(), [], 60_000)).toEqual([])
})
