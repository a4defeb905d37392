import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installInto, modelOf, startPeer, startUsable } from './peers.ts'
import { BODIES } from './scenarios.ts'

test('nothing is left of an installation that fails', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'switchyard-peers-')), 'peer')
  await installInto(folder, [[process.execPath, '-e', 'await Bun.write("program", "")']])
  expect(existsSync(join(folder, 'program'))).toBe(true)
  await installInto(folder, [['no-such-program-of-anybody']])
  expect(existsSync(folder)).toBe(false)
  rmSync(join(folder, '..'), { recursive: true })
})

test('a gateway that does not start, or does not answer, is left out with the reason', async () => {
  const ready = async () => false
  expect(
    await startPeer('peer', process.execPath, ['-e', 'console.log("no config"); process.exit(1)'], { ready }),
  ).toEqual({
    name: 'peer',
    reason: 'it did not start: no config',
  })
  const server = Bun.serve({ port: 0, fetch: () => new Response('{"error":"no such model"}', { status: 404 }) })
  let stopped = false
  const stop = async () => {
    stopped = true
  }
  const target = { name: 'peer', port: server.port ?? 0, headers: {}, pid: undefined, stop }
  expect(await startUsable(async () => target, 1)).toEqual({
    name: 'peer',
    reason: 'it answers {"error":"no such model"}',
  })
  expect(stopped).toBe(true)
  await server.stop(true)
})

test('a vendor stands before the name of a model only', () => {
  const { model, messages } = JSON.parse(modelOf({ modelPrefix: 'openai/' }, BODIES.small))
  expect(model).toBe('openai/fake-gpt')
  expect(messages).toEqual(JSON.parse(BODIES.small).messages)
})
