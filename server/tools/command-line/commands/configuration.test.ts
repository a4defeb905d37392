import { beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand, startCommand } from '#test/harness/command.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { type ServerProcess, startProcess } from '#test/harness/process.ts'
import { until } from '#test/harness/until.ts'

const SECRETS = { CHANNEL_MAIN_KEY: 'sk-main-0123456789', SMTPTOKEN: 'mail-secret', SMTP_TOKEN: 'mail-secret' }
const FILE = `groups:
  GroupRatio: {default: 1, vip: 0.5}
options:
  SystemName: "no"
  SMTPToken: \${SMTP_TOKEN}
channels:
  main:
    type: 1
    key: \${CHANNEL_MAIN_KEY}
    models: [gpt-5, own]
    groups: [default, vip]
sinks:
  hook: {kind: ntfy, settings: {topic: ops}}
alert_rules:
  down: {kind: channel_down, sinks: [hook]}
`

forEachDatabase((_engine, fresh) => {
  describe('the program against a running server', () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-cli-'))
    const file = (name: string, text?: string) => {
      const path = join(folder, name)
      if (text !== undefined) writeFileSync(path, text)
      return path
    }
    let [here, there]: Site[] = []

    beforeAll(async () => {
      here = await startSite(await fresh.started())
      there = await startSite(await fresh.started())
      fresh.atEnd(() => Promise.all([here?.server.kill(), there?.server.kill()]))
    }, 120_000)

    test('applies a file, exports it, and makes the same site of an empty server', async () => {
      if (!here || !there) throw new Error('no servers')
      const site = file('site.yaml', FILE)
      const unset = await here.run(['plan', site])
      expect(unset.status).toBe(1)
      expect(unset.err).toContain('The value of CHANNEL_MAIN_KEY is missing')
      expect(unset.err).toContain(`${site}:9:5 channels.main.key`)
      const plan = await here.run(['plan', site, '--out', file('plan.json')], SECRETS)
      expect(plan).toMatchObject({ status: 3, err: '' })
      expect(plan.out).toContain('+ channels.main: {"type":1')
      expect(await here.run(['apply', site], SECRETS)).toMatchObject({
        status: 2,
        err: expect.stringContaining('--yes'),
      })
      const applied = await here.run(['apply', site, '--plan', file('plan.json')], SECRETS)
      expect(applied).toMatchObject({ status: 0, out: expect.stringContaining('Applied.') })
      expect(await here.run(['plan', site], SECRETS)).toMatchObject({
        status: 0,
        out: expect.stringContaining('No changes.'),
      })

      const written = file('export.yaml')
      expect(await here.run(['export', '--output', written])).toMatchObject({ status: 0 })
      const text = readFileSync(written, 'utf8')
      for (const secret of Object.values(SECRETS)) expect(text + JSON.stringify(plan)).not.toContain(secret)
      expect(text).toContain('type: 1 # OpenAI')
      expect(await there.run(['apply', written, '--prune', '--yes'], SECRETS)).toMatchObject({ status: 0 })
      expect((await there.run(['export'])).out).toBe(text)
    }, 120_000)

    test('shows what others have changed since the plan, and does not overwrite it', async () => {
      if (!here) throw new Error('no server')
      const site = file('priority.yaml', 'channels:\n  main:\n    priority: 20\n')
      await here.run(['plan', site, '--out', file('priority.json')])
      const other = file('other.yaml', 'channels: {main: {priority: 11}}')
      expect(await here.run(['apply', other, '--yes'])).toMatchObject({ status: 0 })
      const refused = await here.run(['apply', site, '--plan', file('priority.json')])
      expect(refused.status).toBe(1)
      expect(refused.err).toContain('~ channels.main.priority: 11 → 20  (planned: 0 → 20)')
      const wrong = file('wrong.yaml', 'channels:\n  main:\n    groups: [nobody]\n    modles: []\n')
      const named = await here.run(['plan', wrong])
      expect(named).toMatchObject({ status: 1, err: `${wrong}:4:5 channels.main.modles: Unknown field: modles\n` })
    }, 120_000)

    test('manages users, tokens and channels', async () => {
      if (!here) throw new Error('no server')
      const made = JSON.parse(
        (await here.run(['users', 'create', 'bob', '--quota', '500', '--group', 'vip', '--json'])).out,
      )
      expect(made).toMatchObject({ username: 'bob', quota: 500, group: 'vip' })
      expect(await here.server.login('bob', made.password)).toBeDefined()
      const more = await here.run(['users', 'set-quota', 'bob', '+100', '--json'])
      expect(JSON.parse(more.out)).toMatchObject({ quota: 600 })
      expect((await here.run(['users', 'disable', 'bob'])).out).toContain('disabled')
      expect(await here.run(['users', 'show', 'nobody'])).toMatchObject({ status: 1, err: 'There is no user nobody\n' })
      const token = JSON.parse(
        (await here.run(['tokens', 'create', 'ci', '--quota', '9', '--expires', '7d', '--json'])).out,
      )
      expect(token).toMatchObject({ name: 'ci', remain_quota: 9 })
      expect(token.key).toStartWith('sk-')
      const listed = await here.run(['tokens', 'list', '--json'])
      expect(JSON.parse(listed.out)).toMatchObject([{ name: 'ci', expired_time: token.expired_time }])
      expect(listed.out).not.toContain(token.key.slice(3))
      expect(await here.run(['tokens', 'delete', '--yes', String(token.id)])).toMatchObject({ status: 0 })
      expect((await here.run(['channels', 'disable', 'main'])).out).toContain('1 of 1 disabled')
      expect(JSON.parse((await here.run(['channels', 'list', '--json'])).out)).toMatchObject([
        { name: 'main', status: 2 },
      ])
    }, 120_000)

    test('follows the log over a restart of the server, and prints every row once', async () => {
      if (!here) throw new Error('no server')
      const topUp = (site: Site) => site.session.send('PUT', '/api/user', { id: 1, quota_change: '+1', reason: 'row' })
      await topUp(here)
      const child = await startCommand(['logs', '--follow', '--json', '--limit', '1'], here.env)
      const seen: number[] = []
      const reader = readLines(child.stdout, (line) => seen.push(JSON.parse(line).id))
      const notes: string[] = []
      const remarks = readLines(child.stderr, (line) => notes.push(line))
      await until(() => seen.length === 1)
      await topUp(here)
      await until(() => seen.length === 2)
      const { port } = new URL(here.server.url)
      await here.server.stop()
      await until(() => notes.some((note) => note.includes('trying again')))
      here = { ...here, ...(await restart(here, port)) }
      await topUp(here)
      await topUp(here)
      await until(() => seen.length === 4)
      await until(() => notes.some((note) => note.includes('connected again')))
      child.kill()
      await Promise.all([reader, remarks])
      expect(new Set(seen).size).toBe(4)
    }, 120_000)
  })
})

interface Site {
  place: Place
  server: ServerProcess
  session: Awaited<ReturnType<ServerProcess['login']>>
  env: Record<string, string>
  run(args: string[], env?: Record<string, string>): Promise<{ out: string; err: string; status: number }>
}

async function startSite(place: Place): Promise<Site> {
  const server = await startOn(place)
  const session = await server.login()
  const token = String(await session.send('GET', '/api/user/token'))
  const env = { HOME: place.dataDir, SWITCHYARD_URL: server.url, SWITCHYARD_TOKEN: token }
  return {
    ...{ place, server, session, env },
    run: (args, more) => runCommand(args, { ...env, ...more }),
  }
}

const startOn = ({ dataDir, databaseUrl = '' }: Place, port = '0') =>
  startProcess(dataDir, { DATABASE_URL: databaseUrl, PORT: port })

async function restart({ place }: Site, port: string): Promise<Pick<Site, 'server' | 'session'>> {
  const server = await startOn(place, port)
  return { server, session: await server.login() }
}

async function readLines(stream: ReadableStream<Uint8Array>, use: (line: string) => void): Promise<void> {
  let text = ''
  for await (const chunk of stream) {
    text += Buffer.from(chunk).toString()
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) use(line)
  }
}
