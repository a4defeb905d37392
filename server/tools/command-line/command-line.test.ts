import { expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '#test/harness/command.ts'
import { commands } from './commands.ts'
import { commandHelp } from './help.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'switchyard-command-line-'))

/** Runs the program in a separate home. */
const run = (args: string[], env: Record<string, string> = {}, input?: string) =>
  runCommand(args, { HOME: folder(), ...env }, input)

test('the help lists every command, and each has one of its own', async () => {
  const { out, status } = await run(['--help'])
  expect(status).toBe(0)
  for (const command of commands) {
    expect(out).toContain(`  ${command.name} `)
    expect(commandHelp(command)).toContain(command.summary)
  }
  expect((await run(['login', '--help'])).out).toContain('Usage: switchyard login <url>')
})

test('a configuration file that others can read is refused, and its token is for its server alone', async () => {
  const path = join(folder(), 'config.json')
  writeFileSync(path, JSON.stringify({ url: 'http://127.0.0.1:1', token: 'secret-of-the-file' }))
  chmodSync(path, 0o644)
  const open = await run(['whoami', '--config', path])
  expect(open.status).toBe(1)
  expect(open.err).toContain(`chmod 600 ${path}`)
  chmodSync(path, 0o600)
  const elsewhere = await run(['whoami', '--config', path, '--server', 'http://127.0.0.1:2'])
  expect(elsewhere.status).toBe(2)
  expect(elsewhere.err).toContain('is for http://127.0.0.1:1')
  const dead = await run(['whoami'], { SWITCHYARD_CONFIG: path })
  expect(dead.status).toBe(1)
  expect(dead.err).toContain('http://127.0.0.1:1 cannot be reached')
  expect(JSON.stringify([open, elsewhere, dead])).not.toContain('secret-of-the-file')
})

test('login stores an accepted token for its owner alone', async () => {
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      const known = request.headers.get('authorization') === 'Bearer right'
      const data = { id: 7, username: 'ann', role: 100 }
      return Response.json(known ? { success: true, message: '', data } : { success: false, message: 'Wrong token' })
    },
  })
  try {
    const home = folder()
    const url = `http://127.0.0.1:${server.port}/`
    const path = join(home, '.config/switchyard/config.json')
    expect(await run(['login', url], { HOME: home }, 'wrong\n')).toMatchObject({ status: 1, err: 'Wrong token\n' })
    expect(await Bun.file(path).exists()).toBe(false)
    expect(await run(['login', url], { HOME: home }, 'right\n')).toMatchObject({ status: 0 })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const { out } = await run(['whoami', '--json'], { HOME: home })
    expect(JSON.parse(out)).toEqual({ server: url.slice(0, -1), id: 7, username: 'ann', role: 'root' })
  } finally {
    await server.stop(true)
  }
})
