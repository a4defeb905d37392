import { beforeAll, expect, test } from 'bun:test'
import { createChannel } from '#contract/api/channels.ts'
import { newCaller } from './callers.ts'
import { forEachDatabase } from './databases.ts'
import { watchReplies } from './secrets.ts'
import { serverSite } from './server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  let reply = ''
  const connection = { requestIP: () => ({ address: '127.0.0.1' }) }
  let ask: (headers?: Record<string, string>) => Promise<unknown>

  beforeAll(async () => {
    const watched = watchReplies(server.services, () => new Response(reply))
    ask = async (headers = {}) => watched(new Request('http://switchyard.test/', { headers }), connection)
  })

  test('the key of a channel fails whatever reply it is in, also when it is new', async () => {
    const root = await server.root()
    const body = { type: 1, name: 'c', key: 'sk-very-secret', models: 'm', base_url: 'https://upstream.example' }
    await root.call(createChannel, { body })
    reply = '{"message":"sk-very-secret was refused"}'
    await expect(ask(root.headers)).rejects.toThrow('holds a secret')
  })

  test('a token is for its owner alone', async () => {
    const [owner, other] = [await newCaller(server), await newCaller(server)]
    reply = JSON.stringify({ data: { key: owner.tokenKey } })
    await ask(owner.headers)
    await expect(ask(other.headers)).rejects.toThrow('holds a secret')
    await expect(ask()).rejects.toThrow('holds a secret')
  })

  test('nobody sees how secrets are stored', async () => {
    const row = await server.services.store.db.selectFrom('users').select('password').executeTakeFirstOrThrow()
    for (const stored of [row.password, server.services.vault.encrypt('anything')]) {
      reply = `x ${stored} y`
      await expect(ask()).rejects.toThrow('stored form')
    }
  })
})
