import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { accessToken } from '#contract/api/account.ts'
import { createRedemptions } from '#contract/api/redemption.ts'
import { register } from '#contract/api/registration.ts'
import { updateSelf } from '#contract/api/session.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { listen } from '#test/harness/listening.ts'
import { serverProgram } from '#test/harness/program.ts'
import { type RelayHarness, startRelay } from '#test/harness/relay.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

/** What the store may hold in no readable form. */
const PASSWORDS = ['registered-pass1', 'changed-pass-2']
const OPTION_SECRETS = ['smtp-secret-93f1', 'epay-secret-93f1', 'github-secret-93f1']

forEachDatabase((engine, fresh) => {
  describe('at rest', () => {
    let relay: RelayHarness
    let place: Place
    let secrets: string[]

    beforeAll(async () => {
      place = await fresh.place()
      relay = await startRelay(place)
      const { server, root } = relay
      const model = relay.model()
      const channel = await relay.channel({ models: model, key: 'sk-upstream-at-rest-93f1' })
      for (const [i, key] of (['SMTPToken', 'EpayKey', 'GitHubClientSecret'] as const).entries()) {
        await relay.option(key, OPTION_SECRETS[i])
      }
      await server.call(register, { body: { username: 'resting', password: PASSWORDS[0]! } })
      const user = await server.login('resting', PASSWORDS[0]!)
      await user.call(updateSelf, { body: { original_password: PASSWORDS[0]!, password: PASSWORDS[1]! } })
      const access = (await user.call(accessToken, {})).data!
      const codes = (await root.call(createRedemptions, { body: { name: 'gift', quota: 1, count: 2 } })).data!
      const token = await relay.token()
      expect((await relay.chat(token, { model })).status).toBe(200)
      await relay.charges(model, 1)
      const cookie = user.headers.Cookie!.slice('session='.length)
      secrets = [channel.key, 'sk-upstream-at-rest-93f1', token.slice(3), access, cookie, ...codes]
      secrets.push(...PASSWORDS, ...OPTION_SECRETS)
    }, START_MS)
    afterAll(() => relay.close())

    test('no table holds a key, a token, a code, a session or a password in clear', async () => {
      const { db } = relay.server.services.store
      for (const { name } of await db.introspection.getTables()) {
        const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
        const text = JSON.stringify(rows)
        expect(secrets.filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret}`)).toEqual([])
      }
    })

    test('nor does a file of the data folder, so that neither does a copy of it', async () => {
      const files = (await readdir(place.dataDir, { recursive: true, withFileTypes: true })).filter((f) => f.isFile())
      if (engine === 'sqlite') expect(files.map(({ name }) => name)).toContain('switchyard.db')
      for (const { parentPath, name } of files) {
        const bytes = Buffer.from(await Bun.file(join(parentPath, name)).arrayBuffer())
        expect(secrets.filter((secret) => bytes.includes(secret)).map((secret) => `${name}: ${secret}`)).toEqual([])
      }
    })

    test('nor does the row of a call whose first upstream quoted its key', async () => {
      const key = 'upstream-quoted-93f1'
      const quoting = listen((request) =>
        Response.json({ error: `no credit on ${request.headers.get('authorization')?.slice(7)}` }, { status: 500 }),
      )
      const model = relay.model()
      await relay.channel({ models: model, key, base_url: quoting.url, priority: 9 })
      await relay.channel({ models: model })
      expect((await relay.chat(await relay.token(), { model })).status).toBe(200)
      const [row] = await relay.charges(model, 1)
      await quoting.stop()
      const told = row?.receipt.admin_info?.attempts?.[0]?.error
      expect(told).toContain('no credit')
      expect(told).not.toContain(key)
    })

    test('equal passwords are stored differently, and what is stored is no password', async () => {
      const { server } = relay
      const names = ['salted-1', 'salted-2']
      for (const username of names) await server.call(register, { body: { username, password: PASSWORD + PASSWORD } })
      const query = server.services.store.db.selectFrom('users').select('password').where('username', 'in', names)
      const [one, two] = (await query.execute()).map(({ password }) => password)
      expect(one).toStartWith('$argon2id$')
      expect(one).not.toBe(two)
      await expect(server.login('salted-1', one!)).rejects.toThrow()
    })
  })
})

describe('the log of a server that says all it can', () => {
  test('holds no credential of a caller, a user or an upstream, whatever goes wrong', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'switchyard-field-'))
    const output = join(folder, 'output.txt')
    const upstream = listen((request) => {
      const key = request.headers.get('authorization')
      return Response.json({ error: { message: `bad key ${key}`, type: 'x', code: 'y' } }, { status: 401 })
    })
    const child = Bun.spawn([await serverProgram()], {
      env: { ...process.env, DATABASE_URL: '', REDIS_URL: '', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'debug' },
      stdout: Bun.file(output),
      stderr: Bun.file(`${output}.errors`),
    })
    try {
      const url = await addressIn(output)
      const send = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
        fetch(`${url}${path}`, init)
      const login = await send('/api/user/login', {
        method: 'POST',
        body: JSON.stringify({ username: 'root', password: '123456' }),
      })
      const cookie = login.headers.get('set-cookie')!.split(';')[0]!
      const headers = { cookie, 'new-api-user': '1', 'content-type': 'application/json' }
      const call = async (method: string, path: string, body?: unknown) =>
        (await send(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })).json()
      const key = 'sk-upstream-logged-7c2e'
      await call('PUT', '/api/option', { key: 'ModelRatio', value: '{"m":1}' })
      await call('PUT', '/api/option', { key: 'AutomaticDisableChannelEnabled', value: 'true' })
      for (const base_url of [upstream.url, 'http://127.0.0.1:9', `${upstream.url}/${key}`]) {
        await call('POST', '/api/channel', { type: 1, name: 'c', key, models: 'm', base_url })
      }
      await call('PUT', '/api/option', { key: 'EpayKey', value: 'epay-logged-7c2e' })
      const token = (await call('POST', '/api/token', { name: 't', unlimited_quota: true })).data.key as string
      const bearer = { authorization: `Bearer sk-${token}`, 'content-type': 'application/json' }
      const body = '{"model":"m","messages":[{"role":"user","content":"a private word 7c2e"}]}'
      await send('/v1/chat/completions', { method: 'POST', headers: bearer, body })
      await send('/v1/chat/completions', { method: 'POST', headers: bearer, body: `${body}broken` })
      await send('/v1/chat/completions?key=sk-wrong-token-7c2e', { method: 'POST', body })
      await send('/api/user/login', { method: 'POST', body: '{"username":"root","password":"wrong-pass-7c2e"}' })
      await send('/api/user/epay/notify?sign=signature-7c2e&pid=1', {})
      await send('/api/user/self', { headers: { authorization: 'wrong-access-7c2e' } })
      await Bun.sleep(200)
      const text = (await Bun.file(output).text()) + (await Bun.file(`${output}.errors`).text())
      expect(text).toContain('listens on')
      const secrets = [token, key, cookie.slice('session='.length), 'epay-logged-7c2e', '123456', 'wrong-pass-7c2e']
      secrets.push('wrong-token-7c2e', 'signature-7c2e', 'wrong-access-7c2e', 'private word')
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    } finally {
      child.kill('SIGKILL')
      await child.exited
      await upstream.stop()
      await rm(folder, { recursive: true })
    }
  })

  async function addressIn(file: string): Promise<string> {
    return until(async () => /listens on (http:\S+)/.exec(await Bun.file(file).text())?.[1])
  }
})
