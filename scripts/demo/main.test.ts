import { expect, test } from 'bun:test'
import { join } from 'node:path'

/** What the demo says when it is started with a port. */
async function saidWith(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const env = { ...process.env, ...environment }
  const demo = Bun.spawn([process.execPath, join(import.meta.dir, 'main.ts'), ...args], { env, stderr: 'pipe' })
  const said = await new Response(demo.stderr).text()
  expect(await demo.exited).toBe(1)
  return said.trim()
}

test('a wrong port is told in one sentence', async () => {
  const wrong = (port: string) => `The demo cannot start. Error: PORT must be an integer from 0 to 65535, not "${port}"`
  expect(await saidWith({ PORT: 'abc' })).toBe(wrong('abc'))
  expect(await saidWith({ PORT: '0' }, '--port', '70000')).toBe(wrong('70000'))
})
