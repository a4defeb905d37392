import { afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test'
import { listAudits } from '#contract/api/audits.ts'
import * as api from '#contract/api/tokens.ts'
import { findUsers } from '#contract/api/users.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

const HOUR = 3600

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let owner: LoggedIn
  const db = () => server.services.store.db

  beforeAll(async () => {
    owner = await server.login((await server.addUser({})).username, PASSWORD)
  })

  async function create() {
    const { data } = await owner.call(api.createToken, { body: { name: 'rotated', unlimited_quota: true } })
    return data!
  }
  const rotate = async (id: number, keep_seconds: number) =>
    (await owner.call(api.rotateToken, { params: { id }, body: { keep_seconds } })).data!
  const opens = async (key: string) => (await server.services.callers.tokenByKey(key))?.id
  const setEnd = (token_id: number, expires_at: number) =>
    db().updateTable('former_token_keys').set({ expires_at }).where('token_id', '=', token_id).execute()

  describe('rotating', () => {
    test('makes another key; the former one opens the same token in its time', async () => {
      const token = await create()
      expect(await opens(token.key)).toBe(token.id)
      const rotated = await rotate(token.id, HOUR)
      expect(rotated.key).toMatch(/^[0-9A-Za-z]{48}$/)
      expect(rotated).toEqual({ ...token, key: rotated.key, former_key_until: expect.any(Number) })
      expect(Math.abs(rotated.former_key_until - nowInSeconds() - HOUR)).toBeLessThan(5)
      expect(rotated.key).not.toBe(token.key)
      for (const key of [token.key, rotated.key]) expect(await opens(key)).toBe(token.id)
      const { data } = await owner.call(api.getToken, { params: { id: token.id } })
      expect(data).toEqual(rotated)
    })

    test('with no time left refuses the former key at once', async () => {
      const token = await create()
      expect(await opens(token.key)).toBe(token.id)
      const rotated = await rotate(token.id, 0)
      expect(rotated.former_key_until).toBe(0)
      expect(await opens(token.key)).toBeUndefined()
      expect(await opens(rotated.key)).toBe(token.id)
    })

    test('leaves at most one former key alive, the last', async () => {
      const first = await create()
      const second = await rotate(first.id, 30 * 24 * HOUR)
      const third = await rotate(first.id, HOUR)
      expect(await opens(first.key)).toBeUndefined()
      for (const { key } of [second, third]) expect(await opens(key)).toBe(first.id)
      expect(third.former_key_until - nowInSeconds()).toBeLessThanOrEqual(HOUR)
      await rotate(first.id, 0)
      for (const { key } of [first, second, third]) expect(await opens(key)).toBeUndefined()
    })

    test('of the same token twice at once makes no key that opens nothing', async () => {
      const token = await create()
      const once = () => owner.call(api.rotateToken, { params: { id: token.id }, body: { keep_seconds: HOUR } })
      const replies = await Promise.all([once(), once()])
      const done = replies.filter(({ success }) => success)
      for (const { data } of done) expect(await opens(data!.key)).toBe(token.id)
      const stored = await db().selectFrom('former_token_keys').select('id').where('token_id', '=', token.id).execute()
      expect(stored).toHaveLength(1)
    })

    test.each([-1, 0.5, api.MAX_KEEP_SECONDS + 1])('refuses to keep the former key for %p seconds', async (kept) => {
      const token = await create()
      const reply = await owner.call(api.rotateToken, { params: { id: token.id }, body: { keep_seconds: kept } })
      expect(reply.success).toBe(false)
      expect(await opens(token.key)).toBe(token.id)
    })

    test('removes keys whose time is over, of all tokens', async () => {
      const [one, two] = [await create(), await create()]
      await rotate(one.id, HOUR)
      await setEnd(one.id, nowInSeconds() - 1)
      await rotate(two.id, HOUR)
      const left = await db().selectFrom('former_token_keys').select('token_id').execute()
      expect(left.map(({ token_id }) => token_id)).not.toContain(one.id)
    })

    test('is in the audit log with the ends of the keys, and no more of them', async () => {
      const token = await create()
      const rotated = await rotate(token.id, HOUR)
      const { data } = await root.call(listAudits, { query: { target_kind: 'token', target_id: String(token.id) } })
      expect(data).toHaveLength(1)
      const [row] = data!
      expect(row).toMatchObject({ action: 'token.rotate', actor_id: owner.user.id })
      expect(JSON.parse(row!.before)).toEqual({ name: 'rotated', key_end: token.key.slice(-4) })
      const after = { name: 'rotated', key_end: rotated.key.slice(-4), former_key_until: rotated.former_key_until }
      expect(JSON.parse(row!.after)).toEqual(after)
      for (const key of [token.key, rotated.key]) expect(JSON.stringify(row)).not.toContain(key)
    })
  })

  describe('a former key', () => {
    afterEach(() => void setSystemTime())

    test('ends at its time, although the caller is cached', async () => {
      const token = await create()
      const now = Date.now()
      setSystemTime(now)
      await rotate(token.id, 2)
      expect(await opens(token.key)).toBe(token.id)
      setSystemTime(now + 2100)
      expect(await opens(token.key)).toBeUndefined()
    })

    test('can be ended before', async () => {
      const token = await create()
      const rotated = await rotate(token.id, HOUR)
      expect(await opens(token.key)).toBe(token.id)
      const { data } = await owner.call(api.endFormerKeys, { params: { id: token.id } })
      expect(data).toEqual({ ...rotated, former_key_until: 0 })
      expect(await opens(token.key)).toBeUndefined()
      expect(await opens(rotated.key)).toBe(token.id)
    })

    test('ends with its token', async () => {
      const token = await create()
      await rotate(token.id, HOUR)
      expect(await opens(token.key)).toBe(token.id)
      await owner.call(api.deleteToken, { params: { id: token.id } })
      expect(await opens(token.key)).toBeUndefined()
    })

    test('finds its token and its owner', async () => {
      const token = await create()
      await rotate(token.id, HOUR)
      const found = await owner.call(api.findTokens, { query: {}, body: { keyword: '', token: `sk-${token.key}` } })
      expect(found.data?.map(({ id }) => id)).toEqual([token.id])
      const owners = await root.call(findUsers, { query: {}, body: { keyword: '', token: token.key } })
      expect(owners.data?.map(({ id }) => id)).toEqual([owner.user.id])
    })
  })
})
