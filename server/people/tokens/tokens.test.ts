import { beforeAll, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/tokens.ts'
import { errors, errorText } from '#contract/errors.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { serverSite } from '#test/harness/server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  let owner: LoggedIn
  let stranger: LoggedIn
  const db = () => server.services.store.db

  beforeAll(async () => {
    owner = await newUser()
    stranger = await newUser()
  })

  async function newUser() {
    const { username } = await server.addUser({})
    return server.login(username, PASSWORD)
  }
  async function create(fields: Partial<Parameters<typeof createInput>[0]> = {}, user = owner) {
    const answer = await user.call(api.createToken, { body: createInput(fields) })
    if (!answer.data) throw new Error(answer.message)
    return answer.data
  }
  const refused = async (fields: Partial<api.TokenInput>) => owner.call(api.createToken, { body: createInput(fields) })

  describe('creating', () => {
    test('makes a key of 48 characters that is nowhere stored in clear', async () => {
      const token = await create({ name: 'first', remain_quota: 500 })
      expect(token).toMatchObject({ status: 1, name: 'first', remain_quota: 500, expired_time: -1, used_quota: 0 })
      expect(token.key).toMatch(/^[0-9A-Za-z]{48}$/)
      const row = await db().selectFrom('tokens').selectAll().where('id', '=', token.id).executeTakeFirstOrThrow()
      expect(JSON.stringify(row)).not.toContain(token.key)
      expect(server.services.vault.decrypt(row.key)).toBe(token.key)
    })

    test('the key works for calls at once', async () => {
      const token = await create()
      expect((await server.services.callers.tokenByKey(token.key))?.id).toBe(token.id)
    })

    test('keeps every field', async () => {
      const fields = {
        name: '  spaced  ',
        remain_quota: 1,
        expired_time: 4_000_000_000,
        unlimited_quota: true,
        model_limits_enabled: true,
        model_limits: 'gpt-4o,o3',
        allow_ips: '10.0.0.0/8\n2001:db8::1',
        group: 'vip',
      }
      expect(await create(fields)).toMatchObject({ ...fields, name: 'spaced' })
    })

    test('counts the characters of a name, not its bytes', async () => {
      expect((await create({ name: '令'.repeat(50) })).name).toHaveLength(50)
      expect((await refused({ name: 'x'.repeat(51) })).message).toBe('令牌名称过长')
    })

    test.each([
      [{ name: ' ' }, 'token_name_required', 'name'],
      [{ name: undefined }, 'token_name_required', 'name'],
      [{ remain_quota: -1 }, 'token_quota_invalid', 'remain_quota'],
      [{ remain_quota: 0.5 }, 'token_quota_invalid', 'remain_quota'],
      [{ expired_time: 0 }, 'token_expiry_invalid', 'expired_time'],
      [{ expired_time: -2 }, 'token_expiry_invalid', 'expired_time'],
    ] as const)('%p is refused', async (fields, code, field) => {
      const answer = await refused(fields as Partial<api.TokenInput>)
      expect(answer).toMatchObject({ success: false, message: errors[code].zh, fields: { [field]: errors[code].zh } })
    })

    test('a null number is one that was left out', async () => {
      const answer = await refused({ remain_quota: null, expired_time: null })
      expect(answer.data).toMatchObject({ remain_quota: 0, expired_time: -1, status: 1 })
    })

    test('blanks and repetitions in the list of models go', async () => {
      const token = await create({ model_limits_enabled: true, model_limits: 'gpt-4o, gpt-4o-mini,,gpt-4o , ghost' })
      expect(token.model_limits).toBe('gpt-4o,gpt-4o-mini,ghost')
      const body = { id: token.id, model_limits: ' o3 ,\to1' }
      expect((await owner.call(api.updateToken, { query: {}, body })).data?.model_limits).toBe('o3,o1')
    })

    test('a stored list of models may hold blanks', async () => {
      const { id, key } = await create({ model_limits_enabled: true })
      await db().updateTable('tokens').set({ model_limits: 'gpt-4o, gpt-4o-mini' }).where('id', '=', id).execute()
      const facts = await server.services.callers.tokenByKey(key)
      expect(facts?.models?.entries).toEqual(['gpt-4o', 'gpt-4o-mini'])
    })

    test('note and tags are kept tidy, and found by tag, note and name', async () => {
      const own = await server.login((await server.addUser({})).username, PASSWORD)
      const make = async (body: Partial<api.TokenInput>) =>
        (await own.call(api.createToken, { body: { name: 't', ...body } })).data
      const one = await make({ note: 'for the 100% run', tags: [' team-a ', 'ci,cd', 'team-a', '', 'x_y'] })
      expect(one).toMatchObject({ note: 'for the 100% run', tags: ['team-a', 'ci cd', 'x_y'] })
      await make({ name: 'other', tags: ['team-ab', 'xzy'] })
      await make({ name: 'plain' })
      expect((await own.call(api.listTokenTags, {})).data).toEqual(['ci cd', 'team-a', 'team-ab', 'x_y', 'xzy'])
      const found = async (body: object) => {
        const { data } = await own.call(api.findTokens, {
          query: {},
          body: { keyword: '', token: '', tag: '', ...body },
        })
        return data?.map(({ name }) => name)
      }
      expect(await found({ tag: 'team-a' })).toEqual(['t'])
      expect(await found({ tag: 'x_y' })).toEqual(['t'])
      expect(await found({ tag: 'team' })).toEqual([])
      expect(await found({ tag: '%' })).toEqual([])
      expect(await found({ keyword: '100%' })).toEqual(['t'])
      expect(await found({ keyword: 'oth', tag: 'team-ab' })).toEqual(['other'])
      const body = { id: one?.id ?? 0, tags: [] }
      expect((await own.call(api.updateToken, { query: {}, body })).data).toMatchObject({ tags: [], note: one?.note })
      expect(await found({ tag: 'team-a' })).toEqual([])
      expect((await own.call(api.createToken, { body: { name: 't', tags: ['x'.repeat(33)] } })).success).toBe(false)
      expect((await own.call(api.createToken, { body: { name: 't', tags: Array(21).fill('x') } })).success).toBe(false)
    })

    test('names the line of a wrong address', async () => {
      const message = errorText('token_ip_invalid', 'zh', { line: 2, text: '10.0.0.0/33' })
      expect(await refused({ allow_ips: '10.0.0.1\n10.0.0.0/33' })).toMatchObject({
        message,
        fields: { allow_ips: message },
      })
    })

    test('refuses a group that the user may not use', async () => {
      const message = errorText('token_group_not_usable', 'zh', { group: 'svip' })
      expect(await refused({ group: 'svip' })).toMatchObject({ message, fields: { group: message } })
    })
  })

  describe('listing', () => {
    test('shows own tokens, newest first, with a total', async () => {
      const user = await newUser()
      for (const name of ['a', 'b', 'c']) await create({ name }, user)
      const first = await user.call(api.listTokens, { query: { p: '0', size: '2' } })
      expect(first.data?.map((token) => token.name)).toEqual(['c', 'b'])
      expect(first.total).toBe(3)
      const second = await user.call(api.listTokens, { query: { p: '1', size: '2' } })
      expect(second.data?.map((token) => token.name)).toEqual(['a'])
      const sorted = await user.call(api.listTokens, { query: { sort: 'name', order: 'asc' } })
      expect(sorted.data?.map((token) => token.name)).toEqual(['a', 'b', 'c'])
    })

    test('finds by part of the name, wildcards being plain characters', async () => {
      const user = await newUser()
      for (const name of ['100%', '1000', 'a_b', 'axb', 'Back\\slash']) await create({ name }, user)
      const find = async (keyword: string) =>
        (await user.call(api.searchTokens, { query: { keyword } })).data?.map((token) => token.name)
      expect(await find('100%')).toEqual(['100%'])
      expect(await find('a_b')).toEqual(['a_b'])
      expect(await find('back\\')).toEqual(['Back\\slash'])
      expect(await find('100')).toEqual(['1000', '100%'])
    })

    test('finds by the whole key, with and without prefix', async () => {
      const token = await create()
      for (const text of [token.key, `sk-${token.key}`]) {
        const answer = await owner.call(api.searchTokens, { query: { token: text } })
        expect(answer.data?.map(({ id }) => id)).toEqual([token.id])
      }
      for (const text of [token.key, `sk-${token.key}`, `Bearer sk-${token.key}-7`]) {
        const answer = await owner.call(api.findTokens, { body: { token: text } })
        expect(answer.data?.map(({ id }) => id)).toEqual([token.id])
      }
      for (const text of [token.key.slice(0, 20), 'sk-', 'Bearer sk-'])
        expect(await owner.call(api.findTokens, { body: { token: text } })).toMatchObject({ data: [], total: 0 })
      expect((await stranger.call(api.findTokens, { body: { token: token.key } })).data).toEqual([])
      const part = await owner.call(api.searchTokens, { query: { token: token.key.slice(0, 20) } })
      expect(part).toMatchObject({ data: [], total: 0 })
    })
  })

  describe('updating', () => {
    test('leaves absent fields alone', async () => {
      const token = await create({ name: 'old', remain_quota: 100, model_limits: 'o3', group: 'vip' })
      const answer = await owner.call(api.updateToken, { query: {}, body: { id: token.id, name: 'new' } })
      expect(answer.data).toEqual({ ...token, name: 'new' })
    })

    test('a null number leaves the stored one alone', async () => {
      const token = await create({ remain_quota: 100, expired_time: 4_000_000_000 })
      const body = { id: token.id, remain_quota: null, expired_time: null, status: null }
      expect((await owner.call(api.updateToken, { query: {}, body })).data).toEqual(token)
    })

    describe('a token that overshot', () => {
      async function overshot() {
        const token = await create({ remain_quota: 10 })
        await db().updateTable('tokens').set({ remain_quota: -3 }).where('id', '=', token.id).execute()
        return { ...token, remain_quota: -3 }
      }
      const put = (body: Record<string, unknown> & { id: number }) => owner.call(api.updateToken, { query: {}, body })

      test('can be sent back as it was read, with another field changed', async () => {
        const token = await overshot()
        expect((await put({ ...token, name: 'renamed' })).data).toEqual({ ...token, name: 'renamed' })
        expect((await put({ ...token, unlimited_quota: true })).data).toMatchObject({ unlimited_quota: true })
      })

      test('can be raised, but not lowered', async () => {
        const { id } = await overshot()
        const invalid = errors.token_quota_invalid.zh
        expect(await put({ id, remain_quota: -4 })).toMatchObject({
          message: invalid,
          fields: { remain_quota: invalid },
        })
        expect((await put({ id, remain_quota: -2 })).data?.remain_quota).toBe(-2)
        expect((await put({ id, remain_quota: 500 })).data?.remain_quota).toBe(500)
        expect((await put({ id, remain_quota: -1 })).message).toBe(invalid)
      })

      test('is not switched on by a change of its status alone', async () => {
        const { id, status } = await overshot()
        expect((await put({ id, status, name: 'on' })).message).toBe(errors.token_exhausted_enable.zh)
      })
    })

    test('status_only writes nothing but the status', async () => {
      const token = await create({ name: 'kept' })
      const body = { id: token.id, status: TOKEN_STATUS.disabled, name: 'changed' }
      const answer = await owner.call(api.updateToken, { query: { status_only: 'true' }, body })
      expect(answer.data).toEqual({ ...token, status: TOKEN_STATUS.disabled })
      expect((await server.services.callers.tokenByKey(token.key))?.status).toBe(TOKEN_STATUS.disabled)
    })

    test('expired and exhausted cannot be asked for', async () => {
      const { id } = await create()
      for (const status of [TOKEN_STATUS.expired, TOKEN_STATUS.exhausted, 9, 0]) {
        const answer = await owner.call(api.updateToken, { query: { status_only: '1' }, body: { id, status } })
        expect(answer.message).toBe(errors.token_status_invalid.zh)
      }
    })

    test('what has expired or has nothing left cannot be enabled', async () => {
      const expired = await create({ expired_time: 1_000, remain_quota: 5 })
      const empty = await create({ remain_quota: 0 })
      const enable = async (id: number) =>
        (await owner.call(api.updateToken, { query: { status_only: 'true' }, body: { id, status: 1 } })).message
      expect(await enable(expired.id)).toBe(errors.token_expired_enable.zh)
      expect(await enable(empty.id)).toBe(errors.token_exhausted_enable.zh)
      const full = { query: {}, body: { id: expired.id, status: 1, expired_time: -1 } }
      expect((await owner.call(api.updateToken, full)).data).toMatchObject({ status: 1, expired_time: -1 })
    })

    test('a form that sends back the status of an exhausted token saves its other fields', async () => {
      const { id } = await create({ remain_quota: 5 })
      await db().updateTable('tokens').set({ status: TOKEN_STATUS.exhausted }).where('id', '=', id).execute()
      const body = { id, status: TOKEN_STATUS.exhausted, remain_quota: 900 }
      const answer = await owner.call(api.updateToken, { query: {}, body })
      expect(answer.data).toMatchObject({ status: TOKEN_STATUS.exhausted, remain_quota: 900 })
    })

    test('a refused update writes nothing', async () => {
      const token = await create({ name: 'before', expired_time: 1_000 })
      const body = { id: token.id, name: 'after', status: 1 }
      expect((await owner.call(api.updateToken, { query: {}, body })).success).toBe(false)
      expect((await owner.call(api.getToken, { params: { id: token.id } })).data?.name).toBe('before')
    })

    test('leased units belong to the balance that is shown and set', async () => {
      const { id } = await create({ remain_quota: 1000 })
      await db().updateTable('tokens').set({ remain_quota: 700 }).where('id', '=', id).execute()
      const lease = { node_id: 'n', owner_kind: 'token' as const, owner_id: id, granted: 300, spent: 40, carry: 0 }
      await db()
        .insertInto('wallet_leases')
        .values({ ...lease, expires_at: 1 })
        .execute()
      const shown = async () => (await owner.call(api.getToken, { params: { id } })).data?.remain_quota
      expect(await shown()).toBe(960)
      const answer = await owner.call(api.updateToken, { query: {}, body: { id, remain_quota: 2000 } })
      expect(answer.data?.remain_quota).toBe(2000)
      const row = await db().selectFrom('tokens').select('remain_quota').where('id', '=', id).executeTakeFirst()
      expect(row?.remain_quota).toBe(1740)
    })
  })

  describe('deleting', () => {
    test('ends the key at once and hides the row', async () => {
      const token = await create()
      await server.services.callers.tokenByKey(token.key)
      expect(await owner.call(api.deleteToken, { params: { id: token.id } })).toMatchObject({
        success: true,
        message: '',
      })
      expect(await server.services.callers.tokenByKey(token.key)).toBeUndefined()
      const again = await owner.call(api.deleteToken, { params: { id: token.id } })
      expect(again.message).toBe('record not found')
      const row = await db().selectFrom('tokens').select('deleted_at').where('id', '=', token.id).executeTakeFirst()
      expect(row?.deleted_at).toMatch(/^\d{4}-\d\d-\d\dT/)
    })
  })

  test('nobody reaches a token of somebody else', async () => {
    const { id, key } = await create({ name: 'private' })
    const params = { id }
    const notFound = { success: false, message: 'record not found' }
    expect(await stranger.call(api.getToken, { params })).toMatchObject(notFound)
    expect(await stranger.call(api.updateToken, { query: {}, body: { id, name: 'mine' } })).toMatchObject(notFound)
    const status = { query: { status_only: 'true' }, body: { id, status: 2 } }
    expect(await stranger.call(api.updateToken, status)).toMatchObject(notFound)
    expect(await stranger.call(api.deleteToken, { params })).toMatchObject(notFound)
    expect((await stranger.call(api.searchTokens, { query: { token: key } })).data).toEqual([])
    expect((await stranger.call(api.listTokens, { query: {} })).data).toEqual([])
    expect((await (await server.root()).call(api.getToken, { params })).message).toBe('record not found')
    expect((await owner.call(api.getToken, { params })).data?.name).toBe('private')
  })
})

const createInput = (fields: Partial<api.TokenInput>): api.TokenInput => ({ name: 'token', ...fields })
