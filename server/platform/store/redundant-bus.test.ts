import { expect, test } from 'bun:test'
import { createBus, type Transport } from './bus.ts'
import { redundantBus } from './redundant-bus.ts'

/** A transport between nodes that can be cut. */
function createWay() {
  const ends: ((message: string) => Promise<unknown>)[] = []
  const way = { open: true, gap: () => ends.forEach((end) => void end('{"kind":"channels"}')) }
  const connect = (): Transport => {
    let own: (message: string) => Promise<unknown> = async () => {}
    return {
      send: (message) => Promise.all(way.open ? ends.filter((end) => end !== own).map((end) => end(message)) : []),
      onMessage(listener) {
        own = listener
        ends.push(listener)
      },
      close: async () => {},
    }
  }
  return { way, connect }
}

test('a change arrives once, by whichever way is open', () => {
  const [first, second] = [createWay(), createWay()]
  const a = createBus(redundantBus([first.connect(), second.connect()]))
  const b = createBus(redundantBus([first.connect(), second.connect()]))
  const heard: unknown[] = []
  b.subscribe((change) => heard.push(change))
  a.publish({ kind: 'user', id: 1 })
  first.way.open = false
  a.publish({ kind: 'user', id: 1 })
  first.way.open = true
  second.way.open = false
  for (let id = 2; id < 1500; id++) a.publish({ kind: 'user', id })
  expect(heard.length).toBe(1500)
})

test('what a way says of its own, after a gap, is always heard', () => {
  const [first, second] = [createWay(), createWay()]
  const bus = createBus(redundantBus([first.connect(), second.connect()]))
  const heard: unknown[] = []
  bus.subscribe((change) => heard.push(change))
  first.way.gap()
  second.way.gap()
  first.way.gap()
  expect(heard).toEqual(Array(3).fill({ kind: 'channels' }))
})

test('a change is applied when every listener on the other side has applied it', async () => {
  const [first, second] = [createWay(), createWay()]
  const a = createBus(redundantBus([first.connect(), second.connect()]))
  const b = createBus(redundantBus([first.connect(), second.connect()]))
  const reloaded = Promise.withResolvers<void>()
  b.subscribe(() => reloaded.promise)
  b.subscribe(() => {
    throw new Error('a listener that fails is not waited for')
  })
  a.publish({ kind: 'options' })
  let applied = false
  const wait = a.applied().then(() => {
    applied = true
  })
  await Bun.sleep(1)
  expect(applied).toBe(false)
  reloaded.resolve()
  await wait
  await a.applied()
})
