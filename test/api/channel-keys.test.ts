import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  addChannelKeys,
  changeChannelKeys,
  deleteChannelKey,
  listChannelKeys,
  manageMultiKey,
  testChannelKey,
  updateChannelKey,
} from '#contract/api/channel-keys.ts'
import {
  copyChannel,
  createChannel,
  deleteChannel,
  findChannels,
  getChannel,
  updateChannel,
} from '#contract/api/channels.ts'
import { CHANNEL_STATUS, KEY_STATUS } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  let model: string
  let made = 0

  beforeAll(async () => {
    token = await relay.token()
  }, START_MS)
  beforeEach(() => {
    model = relay.model()
  })

  const call = (more: object = {}) => relay.chat(token, { model, ...more })
  /** Creates a channel with several keys. */
  async function pool(count: number, fields: Record<string, unknown> = {}) {
    const keys = Array.from({ length: count }, () => `sk-key-of-a-pool-${++made}`)
    const { id } = await relay.channel({ models: model, key: keys.join('\n'), mode: 'multi_to_single', ...fields })
    return { id, keys }
  }
  const listed = async (id: number, query: object = {}) => {
    const reply = await relay.root.call(listChannelKeys, { params: { id }, query: { page_size: 100, ...query } })
    return (reply.data ?? []) as {
      id: number
      state: string
      mask: string
      calls: number
      failures: number
      last_error: string
      reason: string
      cooling_until: number
      limits: unknown
    }[]
  }
  const channelOf = async (id: number) => (await relay.root.call(getChannel, { params: { id } })).data!
  const flush = () => relay.server.services.keyPools.flush()

  describe('a call', () => {
    test('uses the keys in turn, and its row names the key', async () => {
      const { id, keys } = await pool(3)
      for (let n = 0; n < 4; n++) expect((await call()).status).toBe(200)
      expect(relay.tried(model)).toEqual([keys[0]!, keys[1]!, keys[2]!, keys[0]!])
      const [first] = await listed(id)
      const charges = await relay.charges(model, 4)
      expect(charges[0]?.receipt.admin_info?.attempts).toMatchObject([{ channel: id, key: first!.id, status: 200 }])
      await flush()
      expect((await listed(id)).map(({ calls, failures }) => [calls, failures])).toEqual([
        [2, 0],
        [1, 0],
        [1, 0],
      ])
    })

    test('of one conversation keeps its key, and gets another while that is ill', async () => {
      const { id } = await pool(5)
      const about = { prompt_cache_key: 'a long talk' }
      for (let n = 0; n < 4; n++) await call(about)
      const tried = relay.tried(model)
      expect(new Set(tried).size).toBe(1)
      relay.upstream.set({ error: 429, retry_after: 30 }, tried[0]!)
      expect((await call(about)).status).toBe(200)
      const second = relay.tried(model).at(-1)
      expect(second).not.toBe(tried[0])
      await call(about)
      expect(relay.tried(model).at(-1)).toBe(second)
      expect((await channelOf(id)).key_counts).toEqual({ total: 5, ready: 4, cooling: 1, stopped: 0, disabled: 0 })
    })

    test('is served by another key where one is refused, which alone is stopped', async () => {
      const { id, keys } = await pool(3)
      relay.upstream.set({ error: 401 }, keys[0]!)
      for (let n = 0; n < 6; n++) expect((await call()).status).toBe(200)
      expect(relay.tried(model).filter((key) => key === keys[0])).toHaveLength(1)
      await flush()
      const [first, ...others] = await listed(id)
      expect(first).toMatchObject({ state: 'stopped', failures: 1, reason: expect.stringContaining('401') })
      expect(first!.reason + first!.last_error).not.toContain(keys[0]!)
      expect(others.map(({ state }) => state)).toEqual(['enabled', 'enabled'])
      expect(await channelOf(id)).toMatchObject({
        status: CHANNEL_STATUS.enabled,
        channel_info: {
          is_multi_key: true,
          multi_key_size: 3,
          multi_key_status_list: { '0': 3 },
          multi_key_mode: 'polling',
        },
      })
      const [row] = await relay.charges(model, 6)
      expect(row?.receipt.admin_info?.attempts?.map(({ status }) => status)).toEqual([401, 200])
    })

    test('with all keys dead disables the channel with the reason, and with all resting says when to come again', async () => {
      await relay.option('AutomaticDisableChannelEnabled', true)
      const dead = await pool(2)
      for (const key of dead.keys) relay.upstream.set({ error: 401 }, key)
      expect((await call()).status).toBeGreaterThanOrEqual(401)
      await until(async () => (await channelOf(dead.id)).status === CHANNEL_STATUS.autoDisabled)
      expect((await channelOf(dead.id)).other_info).toContain('401')

      model = relay.model()
      const busy = await pool(2)
      for (const key of busy.keys) relay.upstream.set({ error: 429, retry_after: 40 }, key)
      expect((await call()).status).toBe(429)
      const refused = await call()
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeWithin(30, 41)
      expect((await channelOf(busy.id)).status).toBe(CHANNEL_STATUS.enabled)
      expect(relay.tried(model)).toHaveLength(2)
      await relay.option('AutomaticDisableChannelEnabled', false)
    })

    test('leaves a channel its last key where channels are not disabled by the server', async () => {
      const { id, keys } = await pool(2)
      for (const key of keys) relay.upstream.set({ error: 401 }, key)
      await call()
      await flush()
      expect((await listed(id)).map(({ state }) => state)).toEqual(['stopped', 'cooling'])
      expect((await channelOf(id)).status).toBe(CHANNEL_STATUS.enabled)
    })

    test('goes to the next channel where no key of the first is left', async () => {
      const first = await pool(2, { priority: 9 })
      const second = await relay.channel({ models: model })
      for (const key of first.keys) relay.upstream.set({ error: 403 }, key)
      expect((await call()).status).toBe(200)
      expect(relay.tried(model)).toEqual([...first.keys, second.key])
    })

    test('that fails for another reason is not tried with another key', async () => {
      const { id, keys } = await pool(3)
      relay.upstream.set({ error: 500 }, keys[0]!)
      expect((await call()).status).toBe(500)
      expect(relay.tried(model)).toEqual([keys[0]!])
      expect((await listed(id)).map(({ state }) => state)).toEqual(['enabled', 'enabled', 'enabled'])
    })

    test('passes over a key whose own limit is reached', async () => {
      const { id, keys } = await pool(2)
      const [first] = await listed(id)
      const body = { limits: { rpm: 1 } }
      expect((await relay.root.call(updateChannelKey, { params: { id, key: first!.id }, body })).data).toMatchObject(
        body,
      )
      for (let n = 0; n < 5; n++) expect((await call()).status).toBe(200)
      expect(relay.tried(model).filter((key) => key === keys[0])).toHaveLength(1)
      expect((await listed(id))[0]).toMatchObject({ limits: { rpm: 1 }, limits_now: { rpm: { used: 1, limit: 1 } } })
    })

    test('counts once in the limits of its channel, also when a key is passed over', async () => {
      const { id } = await pool(2, { limits: { rpm: 4 } })
      const [first] = await listed(id)
      await relay.root.call(updateChannelKey, { params: { id, key: first!.id }, body: { limits: { rpm: 1 } } })
      const statuses: number[] = []
      for (let n = 0; n < 5; n++) statuses.push((await call()).status)
      expect(statuses).toEqual([200, 200, 200, 200, 429])
    })
  })

  test('200 calls at once are all served where one key is dead and one is busy', async () => {
    const { id, keys } = await pool(30, { settings: '{"multi_key_mode":"least_busy"}' })
    relay.upstream.set({ error: 401 }, keys[3]!)
    relay.upstream.set({ error: 429, retry_after: 20 }, keys[5]!)
    const statuses = await Promise.all(Array.from({ length: 200 }, async () => (await call()).status))
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect((await channelOf(id)).status).toBe(CHANNEL_STATUS.enabled)
    await flush()
    const rows = await listed(id)
    expect(rows[3]).toMatchObject({ state: 'stopped' })
    expect(rows[5]).toMatchObject({ state: 'cooling' })
    expect(rows[3]!.calls).toBeWithin(1, 8)
    expect(rows[5]!.calls).toBeWithin(1, 8)
    expect(rows.reduce((sum, { calls, failures }) => sum + calls - failures, 0)).toBe(200)
  })

  describe('an administrator', () => {
    test('makes a pool of a channel with one key by adding others, of which known ones are left out', async () => {
      const key = 'sk-the-first-of-a-pool'
      const { id } = await relay.channel({ models: model, key })
      expect(await channelOf(id)).toMatchObject({ channel_info: null, key_counts: null })
      const keys = `${key}\n sk-added-to-a-pool-1 \n\nsk-added-to-a-pool-2\n`
      const reply = await relay.root.call(addChannelKeys, { params: { id }, body: { keys } })
      expect(reply.data).toEqual({ added: 2, known: 1 })
      expect((await listed(id)).map(({ mask }) => mask.slice(-4))).toEqual(
        [key, 'pool-1', 'pool-2'].map((text) => text.slice(-4)),
      )
      for (let n = 0; n < 3; n++) await call()
      expect(new Set(relay.tried(model)).size).toBe(3)
      const found = await relay.root.call(findChannels, { query: {}, body: { keyword: 'sk-added-to-a-pool-2' } })
      expect(found.data?.map((channel) => channel.id)).toEqual([id])
    })

    test('disables, enables, replaces and removes keys; the last one stays', async () => {
      const { id, keys } = await pool(3)
      const [a, b, c] = await listed(id)
      const change = (key: number, body: object) => relay.root.call(updateChannelKey, { params: { id, key }, body })
      await change(a!.id, { enabled: false })
      await change(b!.id, { text: 'sk-replaced-in-a-pool' })
      expect((await change(c!.id, { text: keys[0] })).success).toBe(false)
      expect((await relay.root.call(deleteChannelKey, { params: { id, key: c!.id } })).success).toBe(true)
      for (let n = 0; n < 2; n++) await call()
      expect(relay.tried(model)).toEqual(['sk-replaced-in-a-pool', 'sk-replaced-in-a-pool'])
      expect((await relay.root.call(deleteChannelKey, { params: { id, key: b!.id } })).success).toBe(true)
      expect((await call()).status).toBe(503)
      expect((await relay.root.call(deleteChannelKey, { params: { id, key: a!.id } })).success).toBe(false)
      await change(a!.id, { enabled: true })
      expect((await call()).status).toBe(200)
      expect(relay.tried(model).at(-1)).toBe(keys[0]!)
    })

    test('changes many at once, and removes only what is named', async () => {
      const { id } = await pool(6)
      const batch = (body: object) => relay.root.call(changeChannelKeys, { params: { id }, body } as never)
      const rows = await listed(id)
      expect((await batch({ action: 'delete' })).success).toBe(false)
      expect((await batch({ action: 'disable', ids: rows.slice(0, 2).map((row) => row.id) })).data).toBe(2)
      expect(await listed(id, { state: 'disabled' })).toHaveLength(2)
      expect((await batch({ action: 'delete', state: 'unusable' })).data).toBe(2)
      expect(await listed(id)).toHaveLength(4)
      expect((await batch({ action: 'disable' })).data).toBe(4)
      expect((await batch({ action: 'delete', state: 'disabled' })).success).toBe(false)
      expect((await batch({ action: 'enable' })).data).toBe(4)
    })

    test('tests a stopped key, which is used again once it answers', async () => {
      const { id, keys } = await pool(2)
      relay.upstream.set({ error: 401 }, keys[0]!)
      await call()
      await flush()
      const [first] = await listed(id)
      const probe = () => relay.root.call(testChannelKey, { params: { id, key: first!.id } })
      expect((await probe()).success).toBe(false)
      relay.upstream.set({}, keys[0]!)
      expect(await probe()).toMatchObject({ success: true, enabled: true })
      expect((await listed(id))[0]).toMatchObject({ state: 'enabled', reason: '' })
      const audits = await relay.server.services.store.db
        .selectFrom('audits')
        .select(['action', 'actor_name'])
        .where('target_id', '=', String(id))
        .where('action', 'like', 'channel_key.auto%')
        .orderBy('id')
        .execute()
      expect(audits).toEqual([
        { action: 'channel_key.auto_disable', actor_name: 'system' },
        { action: 'channel_key.auto_enable', actor_name: 'root' },
      ])
    })

    test('copies a channel with its keys, and deletes it with them', async () => {
      const { id } = await pool(3)
      const copy = (await relay.root.call(copyChannel, { params: { id } })).data!
      expect(copy.key_counts).toMatchObject({ total: 3 })
      await relay.root.call(deleteChannel, { params: { id } })
      const left = await relay.server.services.store.db
        .selectFrom('channel_keys')
        .select('channel_id')
        .where('channel_id', 'in', [id, copy.id])
        .execute()
      expect(left.map(({ channel_id }) => channel_id)).toEqual([copy.id, copy.id, copy.id])
    })

    test('copies a channel with its keys by its form, unless that has a key', async () => {
      const { id } = await pool(3)
      const fields = { type: 1, name: 'copy', models: model, base_url: relay.upstream.url, copy_of: id }
      const [copy] = (await relay.root.call(createChannel, { body: fields })).data ?? []
      expect(copy?.key_counts).toMatchObject({ total: 3 })
      const [own] =
        (await relay.root.call(createChannel, { body: { ...fields, key: 'sk-own-of-the-copy' } })).data ?? []
      expect(own?.key_counts).toBeNull()
    })

    test('writes the keys with the channel: added to those that are there, or instead of them', async () => {
      const { id, keys } = await pool(2)
      await relay.root.call(updateChannel, {
        body: { id, key: 'sk-appended-to-a-pool', key_mode: 'append', multi_key_mode: 'random' },
      })
      expect(await listed(id)).toHaveLength(3)
      expect((await channelOf(id)).channel_info).toMatchObject({ multi_key_mode: 'random' })
      const before = await listed(id)
      await relay.root.call(updateChannel, { body: { id, key: `${keys[1]}\nsk-instead-of-a-pool` } })
      const after = await listed(id)
      expect(after.map((row) => row.id)[0]).toBe(before[1]!.id)
      expect(after).toHaveLength(2)
    })
  })

  test('clients of this family create and manage pools in their own words', async () => {
    const body = {
      mode: 'multi_to_single' as const,
      multi_key_mode: 'random' as const,
      channel: {
        type: 1,
        name: 'family',
        key: 'sk-family-key-1\nsk-family-key-2\nsk-family-key-3',
        models: model,
        base_url: relay.upstream.url,
      },
    }
    const [created] = (await relay.root.call(createChannel, { body })).data ?? []
    expect(created?.channel_info).toEqual({
      is_multi_key: true,
      multi_key_size: 3,
      multi_key_status_list: {},
      multi_key_polling_index: 0,
      multi_key_mode: 'random',
    })
    const channel_id = created!.id
    const manage = async (fields: object) =>
      (await relay.root.call(manageMultiKey, { body: { channel_id, ...fields } } as never)).data as never
    await manage({ action: 'disable_key', key_index: 1 })
    expect(await manage({ action: 'get_key_status' })).toMatchObject({
      keys: [
        { index: 0, status: KEY_STATUS.enabled, disabled_time: 0 },
        { index: 1, status: KEY_STATUS.disabled },
        { index: 2, status: KEY_STATUS.enabled },
      ],
      total: 3,
      enabled_count: 2,
      manual_disabled_count: 1,
      auto_disabled_count: 0,
    })
    await manage({ action: 'delete_key', key_index: 0 })
    await manage({ action: 'disable_all_keys' })
    expect(await manage({ action: 'delete_disabled_keys' })).toBe(0 as never)
    await manage({ action: 'enable_all_keys' })
    expect(await manage({ action: 'get_key_status', status: 1 })).toMatchObject({ total: 2 })
    const two = {
      name: 'two',
      type: 1,
      key: 'sk-one-each-1\nsk-one-each-2',
      models: model,
      base_url: relay.upstream.url,
    }
    expect((await relay.root.call(createChannel, { body: two })).data).toHaveLength(2)
    expect((await relay.root.call(createChannel, { body: { ...two, mode: 'single' } })).success).toBe(false)
    expect((await relay.root.call(createChannel, { body: { ...two, type: 2, mode: 'multi_to_single' } })).success).toBe(
      false,
    )
  })
})
