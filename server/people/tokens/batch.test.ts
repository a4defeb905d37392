import { beforeAll, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/tokens.ts'
import { errors } from '#contract/errors.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { serverSite } from '#test/harness/server-site.ts'

const { enabled, disabled } = TOKEN_STATUS

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  let owner: LoggedIn
  let stranger: LoggedIn

  beforeAll(async () => {
    owner = await newUser()
    stranger = await newUser()
  })

  async function newUser() {
    const { username } = await server.addUser({})
    return server.login(username, PASSWORD)
  }
  async function create(fields: Partial<api.TokenInput> = {}, user = owner) {
    const answer = await user.call(api.createToken, { body: { name: 'one', remain_quota: 500, ...fields } })
    if (!answer.data) throw new Error(answer.message)
    return answer.data
  }
  const set = (ids: unknown, status: number, dry_run = false, user = owner) =>
    user.call(api.setTokenStatuses, { body: { ids, status, dry_run } as never })
  const remove = (ids: unknown, user = owner) => user.call(api.deleteTokens, { body: { ids } as never })
  const read = async (id: number) => (await owner.call(api.getToken, { params: { id } })).data
  const known = (key: string) => server.services.callers.tokenByKey(key)

  describe('limits of many tokens', () => {
    const limit = (body: object, user = owner) => user.call(api.setTokenLimits, { body: body as never })

    test('are set where they differ; those that are not named stay or go, as it is asked', async () => {
      const day = { window: 'day' as const, quota: 5 }
      const [one, two, same] = [
        await create({ limits: { rpm: 1, tpm: 9, budgets: [{ ...day, models: ['o3'] }, day] } }),
        await create(),
        await create({ limits: { rpm: 60, budgets: [{ ...day, quota: 7 }] } }),
      ]
      const ids = [one.id, two.id, same.id]
      const limits = { rpm: 60, budgets: [{ ...day, quota: 7 }] }
      const answer = await limit({ ids, limits, keep_others: true })
      expect(answer.data?.refused).toEqual([])
      expect(answer.data?.changed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([one.id, two.id])
      const merged = {
        tpm: 9,
        rpm: 60,
        budgets: [
          { ...day, models: ['o3'] },
          { ...day, quota: 7 },
        ],
      }
      expect((await read(one.id))?.limits).toEqual(merged)
      expect((await known(one.key))?.limits).toEqual(merged)
      expect((await read(two.id))?.limits).toEqual(limits)
      await limit({ ids, limits: { concurrency: 2 } })
      for (const id of ids) expect((await read(id))?.limits).toEqual({ concurrency: 2 })
      await limit({ ids, limits: null })
      for (const id of ids) expect((await read(id))?.limits).toBeNull()
    })

    test('obey the bounds of administrators, and are set on own tokens alone', async () => {
      const bounded = await newUser()
      const { store, bus } = server.services
      await store.db.updateTable('users').set({ limits: '{"rpm":60}' }).where('id', '=', bounded.user.id).execute()
      bus.publish({ kind: 'user', id: bounded.user.id })
      const own = await create({}, bounded)
      const foreign = await create()
      const ids = [own.id, foreign.id, 999_999_999]
      const above = await limit({ ids, limits: { rpm: 61 } }, bounded)
      expect(above.data?.changed).toEqual([])
      expect(above.data?.refused.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
      expect((await limit({ ids, limits: { rpm: 60 } }, bounded)).data?.changed.map(({ id }) => id)).toEqual([own.id])
      expect((await read(foreign.id))?.limits).toBeNull()
      for (const body of [{ ids: [] }, { ids: [own.id], limits: { rpm: -1 } }, { ids: [own.id], limits: 5 }])
        expect((await limit({ limits: null, ...body }, bounded)).success).toBe(false)
    })
  })

  describe('one status for many tokens', () => {
    test('changes those that have another one, and calls follow at once', async () => {
      const [first, second, off] = [await create(), await create(), await create()]
      await set([off.id], disabled)
      const answer = await set([second.id, first.id, off.id, first.id], disabled)
      expect(answer.data?.refused).toEqual([])
      expect(answer.data?.changed.toSorted((a, b) => a.id - b.id)).toEqual([
        { id: first.id, former: enabled },
        { id: second.id, former: enabled },
      ])
      for (const { key } of [first, second, off]) expect((await known(key))?.status).toBe(disabled)
    })

    test('enables what can be enabled, and says why the rest cannot', async () => {
      const fine = await create()
      const expired = await create({ expired_time: 1000 })
      const empty = await create({ remain_quota: 0 })
      const ids = [fine.id, expired.id, empty.id]
      await set(ids, disabled)
      expect((await set([...ids, 999_999], enabled)).data).toEqual({
        changed: [{ id: fine.id, former: disabled }],
        refused: [
          { id: expired.id, message: errors.token_expired_enable.zh },
          { id: empty.id, message: errors.token_exhausted_enable.zh },
          { id: 999_999, message: 'record not found' },
        ],
      })
      expect((await read(expired.id))?.status).toBe(disabled)
    })

    test('with a dry run answers the same and changes nothing', async () => {
      const { id, key } = await create()
      const expected = (await set([id, 999_999], disabled, true)).data
      expect((await known(key))?.status).toBe(enabled)
      expect((await set([id, 999_999], disabled)).data).toEqual(expected!)
    })

    test('leaves the tokens of others alone', async () => {
      const { id, key } = await create()
      const refused = [{ id, message: 'record not found' }]
      expect((await set([id], disabled, false, stranger)).data).toEqual({ changed: [], refused })
      expect((await known(key))?.status).toBe(enabled)
    })

    test.each([TOKEN_STATUS.expired, TOKEN_STATUS.exhausted, 0, 9])('%d cannot be asked for', async (status) => {
      const { id } = await create()
      expect((await set([id], status)).message).toBe(errors.token_status_invalid.zh)
    })

    test.each([[undefined], [[]], [['1']], [Array(1001).fill(1)]])('of %j is refused', async (ids) => {
      expect((await set(ids, disabled)).success).toBe(false)
      expect((await remove(ids)).success).toBe(false)
    })
  })

  describe('deleting many', () => {
    test('counts what there was; calls with them fail at once', async () => {
      const [first, second] = [await create(), await create()]
      const others = await create({}, stranger)
      expect((await remove([first.id, second.id, second.id, others.id, 999_999])).data).toBe(2)
      expect((await remove([first.id])).data).toBe(0)
      expect([await known(first.key), await known(second.key)]).toEqual([undefined, undefined])
      expect((await known(others.key))?.id).toBe(others.id)
    })
  })

  describe('creating many', () => {
    const createMany = (names: unknown, fields: Record<string, unknown> = {}) =>
      owner.call(api.createTokens, { body: { names, ...fields } as never })

    test('makes one for each name, each with a key of its own', async () => {
      const fields = { remain_quota: 7, model_limits_enabled: true, model_limits: ' gpt-4o,,o3 ', group: '' }
      const { data = [] } = await createMany(['a', ' b ', 'a'], fields)
      expect(data.map(({ name }) => name)).toEqual(['a', 'b', 'a'])
      expect(new Set(data.map(({ key }) => key)).size).toBe(3)
      for (const token of data) {
        expect(token).toMatchObject({ remain_quota: 7, model_limits: 'gpt-4o,o3', expired_time: -1, status: enabled })
        expect(await read(token.id)).toEqual(token)
        expect((await known(token.key))?.id).toBe(token.id)
      }
    })

    test('makes all or none', async () => {
      const before = (await owner.call(api.listTokens, { query: {} })).total
      for (const names of [[], ['a', ' '], ['a', 'x'.repeat(51)], Array(101).fill('a')]) {
        expect((await createMany(names)).success).toBe(false)
      }
      expect((await createMany(['a', 'b'], { group: 'nobody' })).fields).toHaveProperty('group')
      expect((await owner.call(api.listTokens, { query: {} })).total).toBe(before!)
    })
  })
})
