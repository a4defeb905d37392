import { expect, test } from 'bun:test'
import { secondFactor } from '#contract/api/second-factor.ts'
import { login, self } from '#contract/api/session.ts'
import { listUsers } from '#contract/api/users.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { addAuthenticator } from '#test/harness/authenticator.ts'
import { runCommand } from '#test/harness/command.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { CHEAP_PASSWORDS, startServer } from '#test/harness/server.ts'
import { resetPassword } from './reset.ts'

const ROOT = { username: undefined, allow: false }

forEachDatabase((_engine, fresh) => {
  async function site() {
    const place = { ...(await fresh.started()), passwordCost: CHEAP_PASSWORDS }
    const server = await startServer(place)
    fresh.atEnd(() => server.close())
    return { place, server }
  }

  test('root gets in again while the server runs, and nobody who was in', async () => {
    const { place, server } = await site()
    const root = await server.root()
    const { username, password, banned, passwordLogin } = await resetPassword(place, ROOT)
    expect({ username, banned, passwordLogin }).toEqual({ username: 'root', banned: false, passwordLogin: 'on' })
    expect(await root.call(self, {})).toMatchObject({ success: false, status: 401 })
    await expect(server.login('root', '123456')).rejects.toThrow('login failed')
    expect((await server.login('root', password)).user.id).toBe(1)
    const audits = await auditsOf(server, 'user', 1)
    expect(audits.at(-1)).toMatchObject({ actor_name: 'reset-password', action: 'user.update' })
    expect(JSON.stringify(audits)).not.toContain(password)
  })

  test('a second factor stays, unless it is to be removed; then an audit row says so', async () => {
    const { place, server } = await site()
    const app = await addAuthenticator(server, await server.root())
    const kept = await resetPassword(place, ROOT)
    expect(kept.secondFactor).toBe('on')
    const enter = (password: string) => server.call(login, { body: { username: 'root', password } })
    expect((await enter(kept.password)).code).toBe('second_factor_needed')
    const done = await resetPassword(place, { ...ROOT, removeFactor: true })
    expect(done.secondFactor).toBe('removed')
    const root = await server.login('root', done.password)
    expect((await root.call(secondFactor, {})).data).toMatchObject({ totp: false, recovery_codes: 0 })
    const audits = await auditsOf(server, 'user', 1)
    expect(audits.map(({ after }) => after)).toContain('{"second_factor":"removed"}')
    for (const code of app.recoveryCodes) expect(JSON.stringify(audits)).not.toContain(code)
    expect((await resetPassword(place, { ...ROOT, removeFactor: true })).secondFactor).toBe('none')
  })

  test('where administrators need a second factor, root is led to another one', async () => {
    const { place, server } = await site()
    const lost = await server.root()
    await addAuthenticator(server, lost)
    await setOptions(server, { AdminSecondFactorRequired: true })
    const { password } = await resetPassword(place, { ...ROOT, removeFactor: true })
    // The running server learns of it with the next change of the user, or after a minute.
    server.services.bus.publish({ kind: 'user', id: 1 })
    const root = await server.login('root', password)
    expect((await root.call(listUsers, {})).code).toBe('second_factor_missing')
    await addAuthenticator(server, root)
    expect((await root.call(listUsers, {})).success).toBe(true)
  })

  test('one that breaks off has changed neither password nor sessions', async () => {
    const { place, server } = await site()
    const root = await server.root()
    const { schema } = server.services.store.db
    await schema.alterTable('audits').renameTo('audits_away').execute()
    await expect(resetPassword(place, ROOT)).rejects.toThrow('audits')
    await schema.alterTable('audits_away').renameTo('audits').execute()
    expect(await root.call(self, {})).toMatchObject({ success: true })
    expect((await server.login('root', '123456')).user.id).toBe(1)
  })

  test('a user by name; a ban is told and stays', async () => {
    const { place, server } = await site()
    const { username } = await server.addUser({ status: USER_STATUS.disabled })
    const done = await resetPassword(place, { username, allow: false })
    expect(done).toMatchObject({ username, banned: true })
    await expect(server.login(username, done.password)).rejects.toThrow('login failed')
    await server.root()
  })

  test('a name that nobody has, a deleted one’s too, changes nothing and names the administrators', async () => {
    const { place, server } = await site()
    const { username } = await server.addUser({ deleted_at: '2026-01-01T00:00:00Z' })
    for (const name of ['nobody', username]) {
      const failed = resetPassword(place, { username: name, allow: false })
      await expect(failed).rejects.toThrow(`there is no user "${name}". Administrators: root`)
    }
    await server.root()
  })

  test('that passwords are switched off is told, and changed only on demand', async () => {
    const { place, server } = await site()
    const { db } = server.services.store
    await db.insertInto('options').values({ key: 'PasswordLoginEnabled', value: 'false' }).execute()
    const stored = async () =>
      (await db.selectFrom('options').select('value').where('key', '=', 'PasswordLoginEnabled').executeTakeFirst())
        ?.value
    expect(await resetPassword(place, ROOT)).toMatchObject({ passwordLogin: 'off' })
    expect(await stored()).toBe('false')
    expect(await resetPassword(place, { ...ROOT, allow: true })).toMatchObject({ passwordLogin: 'switched on' })
    expect(await stored()).toBe('true')
    expect(await auditsOf(server, 'option', 'PasswordLoginEnabled')).toHaveLength(1)
  })
})

test('the command says what to do where there is no database, and takes one name', async () => {
  const run = (...words: string[]) =>
    runCommand(['reset-password', ...words], { DATA_DIR: '/nonexistent-switchyard', DATABASE_URL: '' })
  const nowhere = await run()
  expect(nowhere).toMatchObject({ status: 1, out: '' })
  expect(nowhere.err).toContain('there is no database in /nonexistent-switchyard: set DATA_DIR')
  const tooMany = await run('a', 'b')
  expect(tooMany.status).toBe(2)
  expect(tooMany.err).toContain('Usage: switchyard reset-password [<username>]')
})
