import { expect, test } from 'bun:test'
import { createBus, type Transport } from './bus.ts'
import { redundantBus } from './redundant-bus.ts'

/** A transport between nodes that can be cut. */
function createWay() {
  const ends: ((message: string) => void)[] = []
  const way = { open: true, gap: () => ends.forEach((end) => void end('{"kind":"channels"}')) }
  const connect = (): Transport => {
    let own: (message: string) => void = () => {}
    return {
      send: (message) => way.open && ends.forEach((end) => void (end !== own && end(message))),
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
