import { expect, test } from 'bun:test'
import { createBus, type Transport } from '../../platform/store/bus.ts'
import { createCircuits } from './circuits.ts'
import { shareFailures } from './share-failures.ts'

const FAILURE = { kind: 'server', status: 500, message: 'dead '.repeat(200), requestId: 'r' } as const

/** Processes whose messages arrive at all others at once. */
function processes(count: number) {
  const listeners: ((message: string) => Promise<unknown>)[] = []
  let sent = 0
  const clock = { ms: 0 }
  const all = Array.from({ length: count }, (_, own) => {
    const transport: Transport = {
      async send(message) {
        sent += 1
        await Promise.all(listeners.filter((_, other) => other !== own).map((listener) => listener(message)))
      },
      onMessage(listener) {
        listeners[own] = listener
      },
      close: async () => {},
    }
    return shareFailures(
      createCircuits(() => clock.ms),
      createBus(transport),
      () => clock.ms,
    )
  })
  return { all, clock, sent: () => sent }
}

test.each([1, 2, 4])(
  'after thirty good calls, three callers meet a dead vendor, whatever process takes them: %d',
  (count) => {
    const { all } = processes(count)
    const of = (call: number) => all[call % count]!
    for (let call = 0; call < 30 * count; call++) of(call).succeeded(1, 'm', 50)
    let met = 0
    for (let call = 0; call < 20; call++) {
      if (!of(call).isHealthy(1, 'm')) continue
      met += 1
      of(call).failed(1, 'm', FAILURE)
    }
    expect(met).toBe(3)
    for (const each of all) expect(each.isHealthy(1, 'm')).toBe(false)
    expect(all[0]!.samplesOf(1)).toHaveLength(3)
    for (const each of all) expect(each.isHealthy(2, 'm')).toBe(true)
  },
)

test('an open circuit says nothing more, and many failures are few messages', () => {
  const { all, clock, sent } = processes(2)
  for (let call = 0; call < 50; call++) all[0]!.failed(1, 'm', FAILURE)
  expect(sent()).toBe(3)
  for (let model = 0; model < 100; model++) all[0]!.failed(1, `m${model}`, FAILURE)
  expect(sent()).toBe(10)
  clock.ms = 1000
  all[0]!.failed(2, 'm', FAILURE)
  expect(sent()).toBe(11)
})
