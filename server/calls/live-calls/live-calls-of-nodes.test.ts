import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { type Bus, createBus, type Transport } from '../../platform/store/bus.ts'
import { createLiveCalls, type LiveCalls, MAX_LISTED, type RunningCall } from './live-calls.ts'
import { openLiveCallsOfNodes } from './live-calls-of-nodes.ts'

const ANY = { user: '', model: '' }

/** Buses that carry messages to each other, as between nodes; `longest` is the largest message so far. */
function createNetwork() {
  const listeners: ((message: string) => void)[] = []
  const network = { longest: 0, join }
  function join(): Bus {
    const own = listeners.length
    const transport: Transport = {
      send(message) {
        network.longest = Math.max(network.longest, Buffer.byteLength(message))
        for (const [at, listener] of listeners.entries()) if (at !== own) setTimeout(listener, 0, message)
      },
      onMessage: (listener) => void listeners.push(listener),
      close: async () => {},
    }
    return createBus(transport)
  }
  return network
}

function running(id: string, fields: Partial<RunningCall['call']> = {}, more: Partial<RunningCall> = {}): RunningCall {
  return {
    id,
    call: {
      startedAt: Date.now(),
      user: { id: 1, username: '用户'.repeat(10) },
      token: { id: 2, name: '令牌'.repeat(20) },
      group: 'default',
      model: 'a-model',
      stream: true,
      ...fields,
    },
    attempts: [],
    phase: 'lease',
    answer: undefined,
    isStopped: false,
    interrupt: undefined,
    ...more,
  }
}

function node(network: ReturnType<typeof createNetwork>, id: string): { own: LiveCalls; others: Others } {
  const own = createLiveCalls(id)
  return { own, others: openLiveCallsOfNodes(own, id, network.join()) }
}
type Others = ReturnType<typeof openLiveCallsOfNodes>

const NOW = Date.parse('2026-11-27T12:00:00Z')
afterEach(() => void setSystemTime())

test('a node says what it runs: tokens, speed and cost of a stream, and who calls', () => {
  setSystemTime(NOW)
  const { own } = node(createNetwork(), 'a')
  const answer = { tokens: 30.2, firstByteAt: NOW - 2000, cost: () => 61_900 }
  own.begin(running('one', {}, { attempts: [{ channel: 5 }, { channel: 7 }], phase: 'answering', answer }))
  const [call] = own.list(ANY).calls
  expect(call).toMatchObject({ id: 'one', node: 'a', channel_id: 7, attempts: 2, tokens: 31, quota: 61 })
  expect(call?.tokens_per_second).toBe(15.1)
})

test('calls are found by user, token, channel and model', () => {
  const { own } = node(createNetwork(), 'a')
  own.begin(running('one', { user: { id: 3, username: 'ann' } }))
  own.begin(running('two', { token: undefined, model: 'other' }, { attempts: [{ channel: 9 }] }))
  const ids = (filter: object) => own.list({ ...ANY, ...filter }).calls.map(({ id }) => id)
  expect(ids({})).toEqual(['one', 'two'])
  expect(ids({ user: 'ann' })).toEqual(['one'])
  expect(ids({ user: '3' })).toEqual(['one'])
  expect(ids({ token: 0 })).toEqual(['two'])
  expect(ids({ token: 2 })).toEqual(['one'])
  expect(ids({ channel: 9 })).toEqual(['two'])
  expect(ids({ model: 'other' })).toEqual(['two'])
})

test('other nodes answer in messages that notifications can carry, and with the oldest calls of many', async () => {
  const network = createNetwork()
  const [a, b, c] = ['a', 'b', 'c'].map((id) => node(network, id)) as [Node, Node, Node]
  for (let i = 0; i < MAX_LISTED + 50; i++) b.own.begin(running(`call ${i}`))
  const found = await a.others.list(ANY, ['b', 'c'])
  expect(found.silent).toEqual([])
  const lists = Object.fromEntries(found.lists.map((list) => [list.node.id, list]))
  expect(lists.b?.node.calls).toBe(MAX_LISTED + 50)
  expect(lists.b?.calls.map(({ id }) => id)).toEqual(Array.from({ length: MAX_LISTED }, (_, i) => `call ${i}`))
  expect(lists.c).toEqual({ node: { id: 'c', calls: 0 }, calls: [] })
  expect(network.longest).toBeLessThan(7900)
  expect(c.own.list(ANY).calls).toEqual([])
})
type Node = ReturnType<typeof node>

test('a node that does not answer is named, and the others are listed', async () => {
  const network = createNetwork()
  const [a, b] = [node(network, 'a'), node(network, 'b')]
  b.own.begin(running('one'))
  const found = await a.others.list(ANY, ['b', 'gone'])
  expect(found.silent).toEqual(['gone'])
  expect(found.lists.map(({ node, calls }) => [node.id, calls.length])).toEqual([['b', 1]])
})

test('a call is stopped on the node that runs it', async () => {
  const network = createNetwork()
  const [a, b, c] = ['a', 'b', 'c'].map((id) => node(network, id)) as [Node, Node, Node]
  let interrupted = 0
  const call = running('one', {}, { interrupt: () => void interrupted++ })
  c.own.begin(call)
  b.own.begin(running('two'))
  expect(await a.others.stop('one', ['b', 'c'])).toBe(true)
  expect(call.isStopped).toBe(true)
  expect(interrupted).toBe(1)
  expect(await a.others.stop('three', ['b', 'c'])).toBe(false)
  c.own.end(call)
  expect(await a.others.stop('one', ['b', 'c'])).toBe(false)
})
