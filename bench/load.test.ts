import { expect, test } from 'bun:test'
import { type LoadJob, runLoad } from './load.ts'

/** Counts its calls and answers each with the status it is told. */
function upstream(status: (call: number) => number) {
  let calls = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response('{"choices":[]}', { status: status(++calls) }),
  })
  return { port: server.port ?? 0, served: () => calls, [Symbol.asyncDispose]: () => server.stop(true) }
}

const job = (port: number): LoadJob => ({
  port,
  headers: {},
  body: '{}',
  connections: 4,
  seconds: 0.2,
  expect: '"choices"',
})

test('counts every call that the server has seen', async () => {
  await using server = upstream(() => 200)
  const { calls, failures } = await runLoad({ ...job(server.port), rate: 200 })
  expect(failures).toEqual([])
  expect(calls).toBe(server.served())
  expect(calls).toBeGreaterThan(4)
})

test('for no time, asks once on each connection', async () => {
  await using server = upstream(() => 200)
  const { calls, failures } = await runLoad({ ...job(server.port), seconds: 0 })
  expect({ calls, served: server.served(), failures }).toEqual({ calls: 4, served: 4, failures: [] })
})

test('says what was not as expected, and stops', async () => {
  await using server = upstream((call) => (call > 6 ? 503 : 200))
  const { failures } = await runLoad({ ...job(server.port), seconds: 60 })
  expect(failures.length).toBeGreaterThanOrEqual(5)
  expect(failures[0]).toStartWith('503 {"choices"')
})
