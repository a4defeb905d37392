import { expect, test } from 'bun:test'
import { createProcessLink, type LinkMessage, type ProcessLink, type Requests } from './process-link.ts'

type Sums = { add(numbers: { a: number; b: number }): Promise<number>; fail(why: string): never }

/** Two ends, whose messages arrive as they do between processes: as copies, and later. */
function linkedPair(handlers: Requests) {
  let left: ProcessLink<Sums>
  let right: ProcessLink<Requests>
  const later = (receive: (message: LinkMessage) => void) => (message: LinkMessage) =>
    queueMicrotask(() => receive(structuredClone(message)))
  left = createProcessLink<Sums>(
    later((message) => right.receive(message)),
    {},
  )
  right = createProcessLink(
    later((message) => left.receive(message)),
    handlers,
  )
  return left
}

test('a request gets the reply to it, in whatever order replies come', async () => {
  const slow = Promise.withResolvers<void>()
  const link = linkedPair({
    async add({ a, b }: { a: number; b: number }) {
      if (a === 1) await slow.promise
      else slow.resolve()
      return a + b
    },
  })
  expect(await Promise.all([link.request('add', { a: 1, b: 2 }), link.request('add', { a: 3, b: 4 })])).toEqual([3, 7])
})

test('the error of a handler is the error of the request, and so is an unknown request', async () => {
  const link = linkedPair({
    fail(why: string) {
      throw new Error(why)
    },
  })
  expect(link.request('fail', 'no')).rejects.toThrow('no')
  expect(link.request('add', { a: 1, b: 1 })).rejects.toThrow('no such request: add')
})

test('what waits for a reply is rejected when the other process is gone', async () => {
  const link = linkedPair({ add: () => new Promise(() => {}) })
  const request = link.request('add', { a: 1, b: 1 })
  link.close()
  expect(request).rejects.toThrow('gone')
})
