import { describe, expect, test } from 'bun:test'
import { createToken } from '#contract/api/tokens.ts'
import * as api from '#contract/api/users.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { LOG_TYPE, USER_STATUS } from '#contract/statuses.ts'
import { saveOption } from '#server/site/settings/save.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

type Actor = 'admin' | 'root'
type Target = 'user' | 'admin' | 'root' | 'self'
type Outcome = ErrorCode | { role: number; status: number }

const user = { role: ROLE.user, status: USER_STATUS.enabled }
const off = { role: ROLE.user, status: USER_STATUS.disabled }
const admin = { role: ROLE.admin, status: USER_STATUS.enabled }
const adminOff = { role: ROLE.admin, status: USER_STATUS.disabled }

/** The outcome of each action by an administrator and by root, on users, administrators, root and themselves. */
const RULES: [Actor, api.UserAction, Record<Target, Outcome>][] = [
  ['admin', 'promote', all('user_not_editable', { user: 'promotion_root_only' })],
  ['admin', 'demote', all('user_not_editable', { user: 'already_ordinary' })],
  ['admin', 'enable', all('user_not_editable', { user })],
  ['admin', 'disable', all('user_not_editable', { user: off })],
  ['admin', 'delete', all('user_not_editable', { user })],
  ['root', 'promote', all('already_admin', { user: admin })],
  ['root', 'demote', all('root_not_demotable', { user: 'already_ordinary', admin: user })],
  ['root', 'enable', all({ role: ROLE.root, status: USER_STATUS.enabled }, { user, admin })],
  ['root', 'disable', all('root_not_disableable', { user: off, admin: adminOff })],
  ['root', 'delete', all('root_not_deletable', { user, admin })],
]

function all(outcome: Outcome, others: Partial<Record<Target, Outcome>>): Record<Target, Outcome> {
  return { user: outcome, admin: outcome, root: outcome, self: outcome, ...others }
}

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  const db = () => server.services.store.db

  const addAdmin = async () => server.login((await server.addUser({ role: ROLE.admin })).username, PASSWORD)
  const manage = (actor: LoggedIn, id: number, action: api.UserAction) =>
    actor.call(api.manageUser, { body: { id, action } })
  const stored = (id: number) => db().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  const audits = (id: number) => auditsOf(server, 'user', id)

  describe.each(RULES)('%s asks to %s', (who, action, outcomes) => {
    test.each(Object.entries(outcomes) as [Target, Outcome][])('%s', async (target, outcome) => {
      const actor = who === 'root' ? root : await addAdmin()
      const other = await server.addUser({ role: target === 'admin' ? ROLE.admin : ROLE.user })
      const id = target === 'self' ? actor.user.id : target === 'root' ? root.user.id : other.id
      const before = await stored(id)
      const answer = await manage(actor, id, action)
      if (typeof outcome === 'string') {
        expect(answer).toMatchObject({ success: false, message: errors[outcome].zh })
        expect(await stored(id)).toEqual(before!)
        expect(await audits(id)).toEqual([])
        return
      }
      expect(answer).toMatchObject({ success: true, data: outcome })
      expect(await stored(id)).toMatchObject(outcome)
      if (id === root.user.id) await db().deleteFrom('audits').where('target_kind', '=', 'user').execute()
      else expect((await audits(id)).map(({ actor_name }) => actor_name)).toEqual([actor.user.username])
    })
  })

  describe('acting on a user', () => {
    test('who is unknown or deleted finds nobody', async () => {
      const { id } = await server.addUser({ deleted_at: '2026-01-01T00:00:00.000Z' })
      for (const gone of [id, 999_999]) expect((await manage(root, gone, 'enable')).message).toBe('用户不存在')
    })

    test('needs an act that exists', async () => {
      const { id } = await server.addUser({})
      const answer = await root.call(api.manageUser, { body: { id, action: 'crown' as never } })
      expect(answer).toMatchObject({ success: false, message: '无效的参数' })
    })

    test('takes and gives rights at once, in sessions that are open', async () => {
      const { id, username } = await server.addUser({})
      const somebody = await server.login(username, PASSWORD)
      const reads = async () => (await somebody.call(api.listUsers, { query: {} })).message
      expect(await reads()).toBe(errors.role_too_low.zh)
      await manage(root, id, 'promote')
      expect(await reads()).toBe('')
      await manage(root, id, 'demote')
      expect(await reads()).toBe(errors.role_too_low.zh)
    })

    test.each(['disable', 'delete'] as const)('%s ends sessions, access and tokens at once', async (action) => {
      const { id, username } = await server.addUser({})
      const somebody = await server.login(username, PASSWORD)
      const token = await somebody.call(createToken, { body: { name: 'mine', unlimited_quota: true } })
      const relayed = async () => {
        const headers = { authorization: `Bearer sk-${token.data?.key}` }
        return (await server.request('/v1/models', { headers })).status
      }
      expect(await relayed()).toBe(200)
      await manage(root, id, action)
      expect(await relayed()).toBe(403)
      expect((await somebody.call(api.listUsers, { query: {} })).message).toBe(errors.not_logged_in.zh)
      expect(await db().selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([])
      await expect(server.login(username, PASSWORD)).rejects.toThrow(errors.wrong_credentials.zh)
    })

    test('who is enabled again may log in again', async () => {
      const { id, username } = await server.addUser({ status: USER_STATUS.disabled })
      await manage(root, id, 'enable')
      expect((await server.login(username, PASSWORD)).user.id).toBe(id)
    })

    test('is audited with before and after', async () => {
      const { id } = await server.addUser({})
      await manage(root, id, 'disable')
      await manage(root, id, 'delete')
      const enabled = '{"role":1,"status":1}'
      const disabled = '{"role":1,"status":2}'
      expect((await audits(id)).map(({ action, before, after }) => [action, before, after])).toEqual([
        ['user.update', enabled, disabled],
        ['user.delete', disabled, ''],
      ])
    })

    test('twenty acts at once leave a state that one of them made', async () => {
      const { id } = await server.addUser({})
      const acts = Array.from({ length: 20 }, (_, index) => manage(root, id, index % 2 ? 'enable' : 'disable'))
      expect((await Promise.all(acts)).every(({ success }) => success)).toBe(true)
      expect(JSON.parse((await audits(id)).at(-1)!.after).status).toBe((await stored(id))!.status)
    })
  })

  describe('creating', () => {
    const create = (actor: LoggedIn, fields: Record<string, unknown>) =>
      actor.call(api.createUser, { body: { password: 'password1', ...fields } as never })
    const named = (username: string) =>
      db().selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()

    test('makes an ordinary user who can log in, whatever else is sent', async () => {
      const answer = await create(await addAdmin(), { username: ' newcomer ', quota: 5, group: 'vip', status: 2 })
      expect(answer).toMatchObject({ success: true, message: '' })
      expect(answer.data).toBeUndefined()
      const { user } = await server.login('newcomer', 'password1')
      expect(user).toMatchObject({ display_name: 'newcomer', role: 1, status: 1, quota: 0, group: 'default' })
      const [audit] = await audits(user.id)
      expect(audit).toMatchObject({ action: 'user.create', before: '' })
      expect(audit!.after).not.toContain('password')
    })

    test('gives what new users get, and says so in the log', async () => {
      const by = { userId: 1, username: 'root', ip: '', requestId: '' }
      await saveOption(server.services, by, 'QuotaForNewUser', '250000')
      await create(root, { username: 'gifted', display_name: 'Gifted One' })
      await saveOption(server.services, by, 'QuotaForNewUser', '0')
      const user = (await named('gifted'))!
      expect(user).toMatchObject({ quota: 250_000, display_name: 'Gifted One' })
      const logs = await db().selectFrom('logs').selectAll().where('user_id', '=', user.id).execute()
      expect(logs).toMatchObject([
        { type: LOG_TYPE.system, content: '新用户注册赠送 ＄0.500000 额度', quota: 250_000, username: 'gifted' },
      ])
    })

    test.each([
      ['admin', ROLE.admin],
      ['admin', ROLE.root],
      ['root', ROLE.root],
    ] as const)('%s cannot create role %d', async (who, role) => {
      const answer = await create(who === 'root' ? root : await addAdmin(), { username: 'highborn', role })
      expect(answer).toMatchObject({ success: false, message: '无法创建权限大于等于自己的用户' })
      expect(await named('highborn')).toBeUndefined()
    })

    test.each([
      [{ username: '' }, '无效的参数'],
      [{ username: undefined }, '无效的参数'],
      [{ username: 'x'.repeat(13) }, errors.username_too_long.zh],
      [{ username: 'a@b.example' }, errors.username_characters.zh],
      [{ username: 'a b' }, errors.username_characters.zh],
      [{ username: 'a\u200bb' }, errors.username_characters.zh],
      [{ username: 'fine', display_name: 'x'.repeat(21) }, errors.display_name_too_long.zh],
      [{ username: 'fine', display_name: 'a\u0007' }, '无效的参数'],
      [{ username: 'ROOT' }, errors.username_taken.zh],
      [{ username: 'fine', password: 'short' }, errors.password_length.zh],
      [{ username: 'fine', password: ' '.repeat(8) }, errors.password_blank.zh],
      [{ username: 'fine', password: 'x'.repeat(21) }, errors.password_length.zh],
    ])('%j is refused', async (fields, message) => {
      expect(await create(root, fields)).toMatchObject({ success: false, message })
      expect(await named('fine')).toBeUndefined()
    })

    test('a name exists once, also when it is asked for ten times at once or belonged to somebody deleted', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => create(root, { username: 'unique' })))
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      const gone = await server.addUser({ username: 'ghost', deleted_at: '2026-01-01T00:00:00.000Z' })
      expect((await create(root, { username: gone.username })).message).toBe('用户名已存在，或已注销')
    })
  })

  describe('removing', () => {
    const remove = (actor: LoggedIn, id: number) => actor.call(api.deleteUser, { params: { id } })

    test('takes sessions and tokens along, keeps the log and frees the name', async () => {
      const { id, username } = await server.addUser({})
      const somebody = await server.login(username, PASSWORD)
      const token = await somebody.call(createToken, { body: { name: 'mine', unlimited_quota: true } })
      const headers = { authorization: `Bearer sk-${token.data?.key}` }
      expect((await server.request('/v1/models', { headers })).status).toBe(200)
      const log = { user_id: id, created_at: 1, type: 2, content: '', username, token_name: '', model_name: '' }
      const numbers = { quota: 3, prompt_tokens: 0, completion_tokens: 0, use_time: 0, is_stream: 0, channel_id: 0 }
      await db()
        .insertInto('logs')
        .values({ ...log, ...numbers, token_id: 0, other: '', request_id: '' })
        .execute()
      expect(await remove(await addAdmin(), id)).toMatchObject({ success: true, message: '' })
      expect(await stored(id)).toBeUndefined()
      expect((await server.request('/v1/models', { headers })).status).toBe(401)
      expect((await somebody.call(api.listUsers, { query: {} })).message).toBe(errors.not_logged_in.zh)
      expect(await db().selectFrom('logs').select('quota').where('user_id', '=', id).execute()).toEqual([{ quota: 3 }])
      const [audit] = await audits(id)
      expect(audit).toMatchObject({ action: 'user.delete', after: '' })
      expect(JSON.parse(audit!.before)).toMatchObject({ username, password: '' })
      await server.addUser({ username })
    })

    test('respects roles: nobody removes an equal, a higher one, or root', async () => {
      const actor = await addAdmin()
      const other = await server.addUser({ role: ROLE.admin })
      for (const id of [other.id, actor.user.id, root.user.id]) {
        expect((await remove(actor, id)).message).toBe('无权删除同权限等级或更高权限等级的用户')
      }
      expect((await remove(root, root.user.id)).message).toBe('无权删除同权限等级或更高权限等级的用户')
      expect((await remove(root, other.id)).success).toBe(true)
      expect((await remove(root, other.id)).message).toBe('record not found')
    })
  })
})
