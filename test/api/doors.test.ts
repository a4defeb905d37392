import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createAlertSink } from '#contract/api/alerts.ts'
import { endpoints } from '#contract/api/all.ts'
import { fetchFormModels, probeChannel, testChannel } from '#contract/api/channel-checks.ts'
import { createChannel, updateChannel } from '#contract/api/channels.ts'
import { applyConfiguration, planConfiguration } from '#contract/api/configuration.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { setOption, testMail, undoOption } from '#contract/api/options.ts'
import { savePriceSync } from '#contract/api/price-sync.ts'
import { updateSelf } from '#contract/api/session.ts'
import { manageUser, updateUser } from '#contract/api/users.ts'
import { isOptionKey, needsProof, options } from '#contract/options.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { listen } from '#test/harness/listening.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'
import { DOORS, NO_DOORS, suspectInputs } from './doors.ts'

const all: [string, Endpoint][] = Object.entries(endpoints)

test('somebody has thought about each input that may lead a secret out or a way in', () => {
  const suspects = all.filter(([, one]) => one.access !== 'public' && (one.proof || suspectInputs(one).length > 0))
  const known = [...Object.keys(DOORS), ...NO_DOORS]
  expect(suspects.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => !Object.hasOwn(endpoints, name))).toEqual([])
})

test('the contract asks for a proof where the table says that each call needs one', () => {
  const declared = all.filter(([, { proof }]) => proof).map(([name]) => name)
  expect(
    Object.keys(DOORS)
      .filter((name) => DOORS[name] === 'proof')
      .sort(),
  ).toEqual(declared.sort())
})

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  const KEY = 'sk-stored-0123456789'
  const thief = { heard: [] as string[], url: '' }
  let id = 0
  let user = { id: 0, username: '' }

  beforeAll(async () => {
    const listening = listen(async (request) => {
      thief.heard.push(`${request.url} ${JSON.stringify([...request.headers])} ${await request.text()}`)
      return Response.json({ data: [] })
    })
    fresh.atEnd(() => listening.stop())
    thief.url = listening.url
    const body = { type: 1, name: 'honest', key: KEY, models: 'm', base_url: 'http://127.0.0.1:1' }
    id = (await root.call(createChannel, { body })).data?.[0]?.id ?? 0
    user = await server.addUser({})
    const mail = { SMTPServer: 'smtp.example', SMTPAccount: 'a', SMTPFrom: 'a@example.com', SMTPToken: KEY }
    for (const [key, value] of Object.entries(mail)) await root.call(setOption, { body: { key, value } })
  }, START_MS)
  const prove = (proven_at: number) =>
    server.services.store.db.updateTable('sessions').set({ proven_at }).where('user_id', '=', 1).execute()
  beforeEach(() => prove(1))

  const NEEDED = { success: false, code: 'proof_needed' }
  async function send({ method, path }: Endpoint, body: unknown) {
    const response = await server.request(path.replace(/:\w+/g, '999999'), {
      method,
      headers: root.headers,
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    })
    return (await response.json()) as { success: boolean; code?: string; fields?: object }
  }

  test.each(all.filter(([, { proof }]) => proof))('%s is refused with an old proof', async (_name, endpoint) => {
    expect(await send(endpoint, {})).toMatchObject(NEEDED)
  })

  describe('a stored key stays where it is', () => {
    const elsewhere = [
      { base_url: 'THIEF' },
      { type: 8 },
      { other: 'x' },
      { settings: JSON.stringify({ proxy: 'http://mine:1' }) },
      { settings: '{"proxy":"socks5://mine:1"}', base_url: 'THIEF' },
      { base_url: 'THIEF', model_mapping: '{"m":"n"}' },
      { base_url: 'THIEF', key: '' },
      { base_url: 'THIEF', key: ' \n ' },
      { base_url: 'THIEF', key: KEY, key_mode: 'append' },
    ]
    const at = (fields: object) => JSON.parse(JSON.stringify(fields).replace('THIEF', thief.url)) as object
    test.each(elsewhere)('updateChannel %j', async (fields) => {
      expect(await send(updateChannel, { id, ...at(fields) })).toMatchObject(NEEDED)
    })
    test.each(elsewhere.slice(0, 6))('createChannel, as a copy, %j', async (fields) => {
      const channel = { type: 1, name: 'copy', models: 'm', base_url: 'http://127.0.0.1:1', ...at(fields) }
      expect(await send(createChannel, { ...channel, copy_of: id })).toMatchObject(NEEDED)
      expect(await send(createChannel, { channel, copy_of: id })).toMatchObject(NEEDED)
    })
    test.each([fetchFormModels, probeChannel])('$path of a form with another address', async (endpoint) => {
      const form = { id, type: 1, models: 'm', model: 'm', base_url: thief.url }
      expect(Object.keys((await send(endpoint, form)).fields ?? {})).toEqual(['key'])
    })
    test('a key that is not stored may go anywhere', async () => {
      const body = { type: 1, name: 'new', models: 'm', base_url: thief.url, key: 'sk-mine-0123456789' }
      expect((await send(createChannel, body)).success).toBe(true)
    })
    test('step by step, too', async () => {
      const [copy] =
        (
          await root.call(createChannel, {
            body: { type: 1, name: 'c', models: 'm', base_url: 'http://127.0.0.1:1', copy_of: id },
          })
        ).data ?? []
      expect(await send(updateChannel, { id: copy?.id, base_url: thief.url })).toMatchObject(NEEDED)
      expect(await send(updateChannel, { id: copy?.id, settings: '{"proxy":"http://mine:1"}' })).toMatchObject(NEEDED)
      await root.call(testChannel, { params: { id: copy?.id ?? 0 } })
      expect(thief.heard.join()).not.toContain(KEY)
    })
    test('a single key does not send the keys of a pool elsewhere that another node has just made', async () => {
      const body = { type: 1, name: 'pool', models: 'm', key: KEY, base_url: 'http://127.0.0.1:1' }
      await prove(9e9)
      const pool = (await root.call(createChannel, { body })).data?.[0]?.id ?? 0
      await prove(1)
      const { vault, store } = server.services
      const sealed = { key: vault.encrypt(KEY), key_hash: vault.hash(KEY), mask: 'sk', created_at: 1 }
      await store.db
        .insertInto('channel_keys')
        .values({ channel_id: pool, ...sealed })
        .execute()
      expect(await send(updateChannel, { id: pool, base_url: thief.url, key: 'sk-mine-9876543210' })).toMatchObject(
        NEEDED,
      )
    })
    test('the password of the mail server, too', async () => {
      const answer = await root.call(testMail, { body: { to: 'a@example.com', values: { SMTPServer: '127.0.0.1' } } })
      expect(answer.fields).toHaveProperty('SMTPToken')
    })
  })

  describe('options that lead somewhere', () => {
    const leading = Object.keys(options).filter(isOptionKey).filter(needsProof)
    test.each(leading)('%s', async (key) => {
      expect(await send(setOption, { key, value: '' })).toMatchObject(NEEDED)
      expect(await send(undoOption, { key })).toMatchObject(NEEDED)
    })
    test('no other option holds an address', () => {
      const others = Object.keys(options)
        .filter(isOptionKey)
        .filter((key) => !leading.includes(key) && options[key].kind !== 'boolean')
      expect(others.filter((key) => /address|url|link|source|server|host/i.test(key))).toEqual([])
    })
    test('others need none', async () => {
      expect((await send(setOption, { key: 'TimeZone', value: 'UTC' })).success).toBe(true)
    })
  })

  test.each<[string, object]>([
    ['a sink', { sinks: { mine: { kind: 'webhook', settings: { url: 'https://mine.example' } } } }],
    ['an address of a channel', { channels: { honest: { base_url: 'https://mine.example' } } }],
    ['a proxy of a channel', { channels: { honest: { settings: { proxy: 'http://mine:1' } } } }],
    ['a price list', { prices: { PriceSyncSources: 'https://mine.example/list.json' } }],
    ['a chat page', { options: { ChatLink: 'https://mine.example' } }],
  ])('a configuration that changes %s', async (_what, document) => {
    const { data } = await root.call(planConfiguration, { body: { document: document as never } })
    expect(data?.problems).toEqual([])
    expect(await send(applyConfiguration, { document, version: data?.version })).toMatchObject(NEEDED)
  })

  test('others’ passwords, promotions and the own password', async () => {
    expect(await send(updateUser, { id: user.id, password: 'a-new-password' })).toMatchObject(NEEDED)
    expect(await send(manageUser, { id: user.id, action: 'promote' })).toMatchObject(NEEDED)
    expect((await send(updateSelf, { password: 'a-new-password' })).fields).toHaveProperty('original_password')
  })

  test('with a fresh proof they are done', async () => {
    await prove(9e9)
    const sink = {
      kind: 'webhook',
      name: 'w',
      settings: { url: 'https://mine.example' },
      language: 'en',
      enabled: true,
    }
    expect((await send(createAlertSink, sink)).code).not.toBe('proof_needed')
    expect((await send(updateChannel, { id, base_url: 'http://127.0.0.1:2' })).success).toBe(true)
    const sync = { sources: ['https://list:geheim@prices.example/a?token=geheim'], schedule: 'off', max_change: 25 }
    const saved = await send(savePriceSync, sync)
    expect([saved.success, saved.code]).not.toContain('proof_needed')
    const { rows } = { rows: await server.services.store.db.selectFrom('audits').select(['before', 'after']).execute() }
    expect(JSON.stringify(rows)).not.toContain('geheim')
  })
})
