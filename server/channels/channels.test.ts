import { describe, expect, test } from 'bun:test'
import * as api from '#contract/api/channels.ts'
import { selfModels } from '#contract/api/session.ts'
import { errors, errorText } from '#contract/errors.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import { storedTestError } from './test-error.ts'

type Fields = Parameters<typeof input>[0]
const input = (fields: Record<string, unknown>) => ({
  type: 1,
  name: 'main',
  key: `sk-${crypto.randomUUID()}`,
  models: 'gpt-4o',
  ...fields,
})

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  const db = () => server.services.store.db

  const post = (fields: Fields) => root.call(api.createChannel, { body: input(fields) })
  const put = (id: number, fields: Fields) => root.call(api.updateChannel, { body: { ...fields, id } })
  async function create(fields: Fields = {}) {
    const answer = await post(fields)
    const [channel] = answer.data ?? []
    if (!channel) throw new Error(answer.message)
    return channel
  }
  const stored = (id: number) => db().selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const abilities = (id: number) =>
    db().selectFrom('abilities').selectAll().where('channel_id', '=', id).orderBy('group').orderBy('model').execute()
  const audits = (id: number) => auditsOf(server, 'channel', id)
  const routed = (model: string, group = 'default') =>
    server.services.channels
      .tiers(group, model)
      .flat()
      .map(({ id }) => id)

  describe('creating', () => {
    test('makes one channel for each line of keys', async () => {
      const answer = await post({ name: 'batch', key: ' sk-one \n\nsk-two\nsk-one\n', models: 'batch-model' })
      expect(answer.data?.map(({ name, key }) => ({ name, key }))).toEqual([
        { name: 'batch 1', key: '' },
        { name: 'batch 2', key: '' },
      ])
      const again = await post({ name: 'batch', key: 'sk-three\nsk-four', models: 'other-model' })
      expect(again.data?.map(({ name }) => name)).toEqual(['batch 3', 'batch 4'])
      expect(routed('batch-model')).toHaveLength(2)
      const ids = answer.data!.map(({ id }) => id)
      expect(ids.map((id) => server.services.channels.byId(id)?.key)).toEqual(['sk-one', 'sk-two'])
    })

    test('is routed to before the reply, and its models are offered', async () => {
      const { id } = await create({ models: 'fresh-model', group: 'default,vip' })
      expect(routed('fresh-model')).toEqual([id])
      expect(routed('fresh-model', 'vip')).toEqual([id])
      expect((await root.call(selfModels, {})).data).toContain('fresh-model')
    })

    test('tidies lists, address and weight, and fills in defaults', async () => {
      const channel = await create({
        models: ' b, a ,b,, c',
        base_url: 'https://api.example.com/',
        weight: -5,
        priority: null,
        test_model: null,
      })
      expect(channel).toMatchObject({
        models: 'b,a,c',
        base_url: 'https://api.example.com',
        group: 'default',
        weight: 0,
        priority: 0,
        test_model: '',
        auto_ban: 1,
        status: 1,
      })
    })

    test('the key is stored encrypted and audited without it', async () => {
      const { id } = await create({ key: 'sk-very-secret' })
      const row = await stored(id)
      expect(server.services.vault.decrypt(row.key)).toBe('sk-very-secret')
      const [audit] = await audits(id)
      expect(audit).toMatchObject({ action: 'channel.create', actor_name: 'root', target_kind: 'channel', before: '' })
      expect(JSON.stringify([{ ...row }, audit])).not.toContain('very-secret')
    })

    test.each([
      [{ models: ' , ' }, 'models', 'channel_models_required'],
      [{ models: undefined }, 'models', 'channel_models_required'],
      [{ group: '' }, 'group', 'channel_groups_required'],
      [{ model_mapping: '{' }, 'model_mapping', 'channel_mapping_invalid'],
      [{ model_mapping: '["a"]' }, 'model_mapping', 'channel_mapping_invalid'],
      [{ model_mapping: '{"a":1}' }, 'model_mapping', 'channel_mapping_invalid'],
      [{ status_code_mapping: '{"400":"abc"}' }, 'status_code_mapping', 'channel_status_mapping_invalid'],
      [{ status_code_mapping: '{"400":600}' }, 'status_code_mapping', 'channel_status_mapping_invalid'],
      [{ status_code_mapping: '{"x":500}' }, 'status_code_mapping', 'channel_status_mapping_invalid'],
      [{ base_url: 'ftp://example.com' }, 'base_url', 'channel_base_url_invalid'],
      [{ base_url: 'https://' }, 'base_url', 'channel_base_url_invalid'],
      [{ type: 8 }, 'base_url', 'channel_base_url_required'],
      [{ base_url: 'https://a.example?x=1#y' }, 'base_url', 'channel_base_url_query'],
      [{ base_url: 'https://a.example/#y' }, 'base_url', 'channel_base_url_query'],
      [{ type: 8, base_url: 'https://a.example/{model}?x=1#y' }, 'base_url', 'channel_base_url_fragment'],
      [{ key: 'sk-good\n密钥' }, 'key', 'channel_key_characters'],
      [{ key: 'sk-\ttab' }, 'key', 'channel_key_characters'],
      [{ key: 'sk-no\u00a0break' }, 'key', 'channel_key_characters'],
      [{ openai_organization: 'a\r\nX-Evil: 1' }, 'openai_organization', 'channel_organization_characters'],
    ] as const)('%j is refused', async (fields, field, code) => {
      const message = errors[code].zh
      expect(await post(fields)).toMatchObject({ success: false, message, fields: { [field]: message } })
    })

    test.each([
      [{ name: '  ' }, ['name']],
      [{ key: ' \n ' }, ['key']],
      [{ name: '', key: '' }, ['name', 'key']],
    ])('%j names what is missing, each at its field', async (fields, missing) => {
      const texts = { name: errors.channel_name_required.zh, key: errors.channel_key_required.zh }
      const answer = await post(fields)
      expect(answer).toMatchObject({ success: false, message: errors.channel_name_key_required.zh })
      expect(answer.fields).toEqual(Object.fromEntries(missing.map((field) => [field, texts[field as 'name' | 'key']])))
    })

    test('a full URL may have a query, since nothing is added behind it', async () => {
      const base_url = 'https://a.example/{model}/chat?api-version=1'
      expect(await create({ type: 8, base_url })).toMatchObject({ base_url })
    })

    test('null numbers are what an absent one is', async () => {
      const channel = await create({ status: null, weight: null, auto_ban: null, created_time: null })
      expect(channel).toMatchObject({ status: 1, weight: 0, auto_ban: 1 })
      expect((await post({ type: null })).message).toBe(errorText('channel_type_unsupported', 'zh', { type: 0 }))
    })

    test('names an unknown type, group and setting', async () => {
      expect((await post({ type: 9999 })).message).toBe(errorText('channel_type_unsupported', 'zh', { type: 9999 }))
      expect((await post({ group: 'default,nope' })).message).toBe(errorText('group_unknown', 'zh', { group: 'nope' }))
      expect((await post({ settings: '{"drain_seconds":-1}' })).fields).toHaveProperty('settings')
    })

    test('accepts valid JSON fields as they are', async () => {
      const fields = {
        model_mapping: '{"a":"b"}',
        status_code_mapping: '{"400":"500","429":503}',
        settings: '{"abort_policy":"drain","drain_seconds":5}',
      }
      expect(await create(fields)).toMatchObject(fields)
    })

    test('one bad channel of a batch leaves none', async () => {
      const before = await db().selectFrom('channels').select('id').execute()
      await post({ key: 'a\nb', group: 'nope' })
      expect(await db().selectFrom('channels').select('id').execute()).toHaveLength(before.length)
    })
  })

  describe('updating', () => {
    test('writes only what is given, also empty texts and zeros', async () => {
      const channel = await create({ base_url: 'https://a.example', priority: 7, weight: 3, test_model: 'gpt-4o' })
      const answer = await put(channel.id, { base_url: '', priority: 0, test_model: '' })
      expect(answer.data).toEqual({ ...channel, base_url: '', priority: 0, test_model: '' })
    })

    test('an empty key keeps the stored one, another replaces it', async () => {
      const { id } = await create({ key: 'sk-old' })
      await put(id, { key: '', name: 'renamed' })
      expect(server.services.channels.byId(id)).toMatchObject({ key: 'sk-old', name: 'renamed' })
      const answer = await put(id, { key: ' sk-new ' })
      expect(answer.data?.key).toBe('')
      expect(server.services.channels.byId(id)?.key).toBe('sk-new')
    })

    test('rebuilds routing in the same step', async () => {
      const { id } = await create({ models: 'm1,m2', group: 'default' })
      await put(id, { models: 'm2,m3', group: 'vip', priority: 9, weight: 4 })
      const common = { channel_id: id, group: 'vip', enabled: 1, priority: 9, weight: 4 }
      expect(await abilities(id)).toEqual([
        { ...common, model: 'm2' },
        { ...common, model: 'm3' },
      ])
      expect([routed('m1'), routed('m2'), routed('m3', 'vip')]).toEqual([[], [], [id]])
    })

    test('disabling takes effect before the reply, enabling forgets the reason', async () => {
      const { id } = await create({ models: 'switched' })
      await db().updateTable('channels').set({ other_info: '{"status_reason":"x"}' }).where('id', '=', id).execute()
      expect((await put(id, { status: CHANNEL_STATUS.disabled })).data?.status).toBe(2)
      expect(routed('switched')).toEqual([])
      expect((await abilities(id))[0]?.enabled).toBe(0)
      expect((await put(id, { status: CHANNEL_STATUS.enabled })).data).toMatchObject({ status: 1, other_info: '' })
      expect(routed('switched')).toEqual([id])
    })

    test('does not touch counters', async () => {
      const { id } = await create()
      await db().updateTable('channels').set({ used_quota: 12, balance: 3.5 }).where('id', '=', id).execute()
      expect((await put(id, { name: 'x', used_quota: 0, balance: 0 })).data).toMatchObject({
        used_quota: 12,
        balance: 3.5,
      })
    })

    test('a group that no longer exists may stay, but not be added', async () => {
      const { id } = await create()
      await db().updateTable('channels').set({ group: 'default,gone' }).where('id', '=', id).execute()
      expect((await put(id, { group: 'gone,vip' })).success).toBe(true)
      expect((await put(id, { group: 'gone,never' })).success).toBe(false)
    })

    test('is audited with before and after', async () => {
      const { id } = await create({ name: 'one' })
      await put(id, { name: 'two', key: 'sk-replaced' })
      const audit = (await audits(id)).at(-1)!
      expect(audit.action).toBe('channel.update')
      expect(JSON.parse(audit.before).name).toBe('one')
      expect(JSON.parse(audit.after).name).toBe('two')
      expect(audit.after).not.toContain('sk-replaced')
      expect(audit.request_id).toMatch(/^\d{23}\w{8}$/)
    })

    test('an unknown id is not found, a bad status invalid', async () => {
      expect((await put(999_999, { name: 'x' })).message).toBe('渠道未找到，请刷新页面后重试。')
      const { id } = await create()
      expect(await put(id, { status: 7 })).toMatchObject({ success: false, fields: { status: '无效的参数' } })
    })
  })

  describe('deleting', () => {
    test('ends routing before the reply', async () => {
      const { id } = await create({ models: 'deleted-model' })
      expect(await root.call(api.deleteChannel, { params: { id } })).toMatchObject({ success: true, message: '' })
      expect(routed('deleted-model')).toEqual([])
      expect(await abilities(id)).toEqual([])
      expect((await audits(id)).at(-1)).toMatchObject({ action: 'channel.delete', after: '' })
      expect((await root.call(api.deleteChannel, { params: { id } })).message).toBe('渠道未找到，请刷新页面后重试。')
      expect((await root.call(api.getChannel, { params: { id } })).message).toBe('渠道未找到，请刷新页面后重试。')
    })
  })

  describe('searching', () => {
    const find = async (query: Record<string, unknown>) => {
      const answer = await root.call(api.searchChannels, { query: query as never })
      return { names: answer.data?.map(({ name }) => name), total: answer.total }
    }

    test('by id, by part of the name, by whole key and never by part of a key', async () => {
      const { id } = await create({ name: 'Findable_1', key: 'sk-find-me' })
      await create({ name: 'FindableX1' })
      expect((await find({ keyword: String(id) })).names).toContain('Findable_1')
      expect(await find({ keyword: 'findable_' })).toEqual({ names: ['Findable_1'], total: 1 })
      expect(await find({ keyword: 'sk-find-me' })).toEqual({ names: ['Findable_1'], total: 1 })
      expect(await find({ keyword: 'sk-find' })).toEqual({ names: [], total: 0 })
    })

    test('by a keyword in the body, which takes keys of any length', async () => {
      const key = `eyJ${'k'.repeat(1500)}`
      await create({ name: 'found by body', key, models: 'body-model' })
      const names = async (keyword: string, query = {}) =>
        (await root.call(api.findChannels, { query, body: { keyword } })).data?.map(({ name }) => name)
      expect(await names(key)).toEqual(['found by body'])
      expect(await names(key.slice(1))).toEqual([])
      expect(await names('found by b', { model: 'body-model' })).toEqual(['found by body'])
      expect(await names('found by b', { model: 'other-model' })).toEqual([])
    })

    test('by part of a model and by exact group', async () => {
      await create({ name: 's1', models: 'special-model-a', group: 'vip' })
      await create({ name: 's2', models: 'special-model-b', group: 'svip' })
      const sorted = { sort: 'name', order: 'asc' }
      expect((await find({ model: 'special-model', ...sorted })).names).toEqual(['s1', 's2'])
      expect((await find({ model: 'special-model', group: 'vip', ...sorted })).names).toEqual(['s1'])
      expect((await find({ model: 'special-model', group: 'null', ...sorted })).names).toEqual(['s1', 's2'])
    })

    test('by status and type', async () => {
      const { id } = await create({ name: 'off', models: 'status-model' })
      await create({ name: 'on', models: 'status-model' })
      await create({ name: 'custom', models: 'status-model', type: 8, base_url: 'https://c.example/v1/chat' })
      await put(id, { status: 2 })
      expect((await find({ model: 'status-model', status: 2 })).names).toEqual(['off'])
      expect((await find({ model: 'status-model', type: 8 })).names).toEqual(['custom'])
    })

    test('by fields typed between words, each of which must hold', async () => {
      const models = 'typed-model'
      const first = await create({ name: 'typed eu', models, group: 'vip,default' })
      const azure = { type: 3, base_url: 'https://typed.example', other: '2024-10-21' }
      const second = await create({ name: 'typed us', models, key: 'sk type:azure', ...azure })
      await root.call(api.updateChannel, { body: { id: second.id, status: CHANNEL_STATUS.disabled } })
      const names = async (keyword: string) => (await find({ keyword, sort: 'name', order: 'asc' })).names
      expect(await names(`id:${first.id}`)).toEqual(['typed eu'])
      expect(await names(`id:${first.id},${second.id}`)).toEqual(['typed eu', 'typed us'])
      expect(await names('model:typed-mod')).toEqual(['typed eu', 'typed us'])
      expect(await names('typed type:azure')).toEqual(['typed us'])
      expect(await names('类型：azure 模型：typed')).toEqual(['typed us'])
      expect(await names('model:typed status:off')).toEqual(['typed us'])
      expect(await names('model:typed status:auto')).toEqual([])
      expect(await names('eu model:typed group:vip')).toEqual(['typed eu'])
      expect(await names('model:typed group:vi')).toEqual([])
      expect(await names('typed colour:red')).toEqual([])
      await db()
        .updateTable('channels')
        .set({ test_error: storedTestError(new ApiError('channel_not_found')) })
        .where('id', '=', first.id)
        .execute()
      expect(await names('model:typed test:failed')).toEqual(['typed eu'])
      // A whole key is found, whatever characters it has.
      expect(await names('sk type:azure')).toContain('typed us')
      expect((await find({ keyword: 'typed', model: 'typed', type: '3' })).names).toEqual(['typed us'])
    })

    test('lists the channels whose account has no money, which are disabled automatically', async () => {
      const note = (rule: string) => JSON.stringify({ status_reason: 'x', status_time: 1, rule })
      const wanted: number[] = []
      for (const [rule, status] of [
        ['money', CHANNEL_STATUS.autoDisabled],
        ['balance', CHANNEL_STATUS.autoDisabled],
        ['key', CHANNEL_STATUS.autoDisabled],
        ['money', CHANNEL_STATUS.disabled],
      ] as const) {
        const { id } = await create({ models: 'poor' })
        await db()
          .updateTable('channels')
          .set({ status, other_info: note(rule) })
          .where('id', '=', id)
          .execute()
        if (rule !== 'key' && status === CHANNEL_STATUS.autoDisabled) wanted.push(id)
      }
      const found = async (lacks: string) =>
        (await root.call(api.searchChannels, { query: { model: 'poor', lacks } })).data?.map(({ id }) => id).toSorted()
      expect(await found('credit')).toEqual(wanted.toSorted())
      expect(await found('')).toHaveLength(4)
    })

    test('lists by priority, newest first on request, without repeating rows on the next page', async () => {
      const ids: number[] = []
      for (const priority of [1, 2, 2, 3]) ids.push((await create({ models: 'paged', priority })).id)
      const [low, midA, midB, high] = ids
      const page = async (p: number, more = {}) =>
        (
          await root.call(api.searchChannels, { query: { model: 'paged', p: String(p), page_size: '2', ...more } })
        ).data?.map(({ id }) => id)
      expect([await page(0), await page(1)]).toEqual([
        [high!, midB!],
        [midA!, low!],
      ])
      expect(await page(0, { id_sort: 'true' })).toEqual([high!, midB!])
      expect(await page(0, { sort: 'priority', order: 'asc' })).toEqual([low!, midA!])
      const all = await root.call(api.listChannels, { query: { page_size: '100' } })
      expect(all.total).toBe((await db().selectFrom('channels').select('id').execute()).length)
    })
  })
})
