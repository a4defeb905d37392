import { expect, test } from 'bun:test'
import { createBus, type Transport } from '../../platform/store/bus.ts'
import { joinNodes } from './join-nodes.ts'

/** One end of a way: what is sent on it, and a way to let a message arrive. */
function createEnd() {
  const sent: string[] = []
  let arrive: (message: string) => Promise<unknown> = async () => {}
  const end: Transport = {
    async send(message) {
      sent.push(message)
    },
    onMessage(listener) {
      arrive = listener
    },
    close: async () => {},
  }
  return { end, sent, arrive: (message: string) => arrive(message) }
}

test('what one side tells reaches this process and the other side, once', async () => {
  const [workers, nodes] = [createEnd(), createEnd()]
  const bus = createBus(joinNodes(workers.end, nodes.end))
  const heard: unknown[] = []
  bus.subscribe(['user', 'token', 'options'], (change) => heard.push(change))
  await workers.arrive('{"kind":"user","id":1}')
  expect([workers.sent, nodes.sent]).toEqual([[], ['{"kind":"user","id":1}']])
  await nodes.arrive('{"kind":"token","id":2}')
  expect([workers.sent, nodes.sent.slice(1)]).toEqual([['{"kind":"token","id":2}'], []])
  bus.publish({ kind: 'options' })
  await bus.applied()
  expect([workers.sent.at(-1), nodes.sent.at(-1)]).toEqual(['{"kind":"options"}', '{"kind":"options"}'])
  expect(heard).toHaveLength(3)
})

test('a message that is no change is reported, and the next one is heard', async () => {
  const nodes = createEnd()
  const errors: unknown[] = []
  const bus = createBus(nodes.end, (error) => errors.push(error))
  const heard: unknown[] = []
  bus.subscribe(['user', 'token', 'options'], (change) => heard.push(change))
  await nodes.arrive('no change')
  await nodes.arrive('{"kind":"options"}')
  expect(errors).toHaveLength(1)
  expect(heard).toEqual([{ kind: 'options' }])
})
