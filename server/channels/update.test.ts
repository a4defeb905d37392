import { expect, test } from 'bun:test'
import * as api from '#contract/api/channels.ts'
import { errors } from '#contract/errors.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { addChannel } from '#test/harness/channels.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  const db = () => server.services.store.db

  const create = (fields: Record<string, unknown>) => addChannel(root, { key: 'sk-1', models: 'gpt-4o', ...fields })
  const put = (id: number, fields: Record<string, unknown>) => root.call(api.updateChannel, { body: { ...fields, id } })

  test('a credential that cannot be sent is refused and the stored one stays', async () => {
    const { id } = await create({ key: 'sk-old', openai_organization: 'org-old' })
    const expected = [
      [{ key: 'one\ntwo' }, 'key', 'channel_key_single'],
      [{ key: '密钥' }, 'key', 'channel_key_characters'],
      [{ openai_organization: 'a\r\nX-Evil: 1' }, 'openai_organization', 'channel_organization_characters'],
      [{ base_url: 'http://127.0.0.1:7202?x=1#y' }, 'base_url', 'channel_base_url_query'],
    ] as const
    for (const [fields, field, code] of expected) {
      const message = errors[code].zh
      expect(await put(id, fields)).toMatchObject({ success: false, message, fields: { [field]: message } })
    }
    expect(server.services.channels.byId(id)).toMatchObject({ key: 'sk-old', organization: 'org-old', baseUrl: '' })
    expect((await put(id, { key: ' sk-new\r\n\n', openai_organization: ' org-new ' })).success).toBe(true)
    expect(server.services.channels.byId(id)).toMatchObject({ key: 'sk-new', organization: 'org-new' })
  })

  test('an address stored before the rules does not stop other changes, but a new type does not take it over', async () => {
    const { id } = await create({ type: 8, base_url: 'https://a.example/{model}?x=1' })
    expect((await put(id, { type: 1 })).fields).toEqual({ base_url: errors.channel_base_url_query.zh })
    await db().updateTable('channels').set({ type: 1 }).where('id', '=', id).execute()
    expect((await put(id, { priority: 3, status: CHANNEL_STATUS.disabled })).success).toBe(true)
  })

  test('zeros, empty texts and null keep what must not be empty', async () => {
    const channel = await create({ other: 'v2.1', models: 'a,b', group: 'vip', status: 2 })
    const empty = { type: 0, status: 0, key: '', name: '', models: '', group: '', other: '' }
    const none = { type: null, status: null, key: null, name: null, models: null, group: null, other: null }
    for (const fields of [empty, none]) expect((await put(channel.id, fields)).data).toEqual(channel)
    expect((await put(channel.id, { name: ' ' })).fields).toEqual({ name: errors.channel_name_required.zh })
    expect((await put(channel.id, { models: ' , ' })).fields).toEqual({ models: errors.channel_models_required.zh })
  })
})
