import { expect, test } from 'bun:test'
import * as api from '#contract/api/passkeys.ts'
import { prove, removeTotp, secondFactor, secondStepMethods } from '#contract/api/second-factor.ts'
import { login, self } from '#contract/api/session.ts'
import { errors } from '#contract/errors.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { addAuthenticator } from '#test/harness/authenticator.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { SoftwarePasskey } from '#test/harness/passkey.ts'
import { type Answer, type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { serverSite } from '#test/harness/server-site.ts'

/** Where the harness says that the server is. */
const SITE = 'http://switchyard.test'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  const db = () => server.services.store.db
  const wrong = { success: false, message: errors.passkey_wrong.zh }

  const newUser = async (): Promise<LoggedIn> => server.login((await server.addUser({})).username, PASSWORD)
  const cookieOf = ({ headers }: { headers: Headers }, name: string) => {
    const found = headers.getSetCookie().find((one) => one.startsWith(`${name}=`))
    return found?.split(';')[0] ?? ''
  }
  const asked = (answer: Answer<typeof api.beginPasskey>, before = '') => ({
    options: answer.data!,
    headers: { Cookie: [before, cookieOf(answer, 'passkey_challenge')].filter(Boolean).join('; ') },
  })
  async function add(user: LoggedIn, key: SoftwarePasskey, name = 'key') {
    const { options, headers } = asked(await user.call(api.beginPasskey, {}), user.headers.Cookie)
    return user.call(api.addPasskey, { body: { name, response: key.create(options) } }, headers)
  }
  async function enter(key: SoftwarePasskey, before = '') {
    const waiting: Record<string, string> = before ? { Cookie: before } : {}
    const { options, headers } = asked(await server.call(api.passkeyLoginOptions, {}, waiting), before)
    return server.call(api.passkeyLogin, { body: { response: key.sign(options) } }, headers)
  }

  test('several are added with names; the first brings recovery codes; one alone logs in', async () => {
    const user = await newUser()
    const keys = [new SoftwarePasskey(SITE), new SoftwarePasskey(SITE)] as const
    expect((await add(user, keys[0], ' Phone ')).data).toHaveLength(10)
    expect((await add(user, keys[1], 'Key ring')).data).toEqual([])
    const { data } = await user.call(secondFactor, {})
    expect(data?.passkeys.map(({ name, last_used_at }) => [name, last_used_at])).toEqual([
      ['Key ring', 0],
      ['Phone', 0],
    ])
    const answer = await enter(keys[1])
    expect(answer.data?.id).toBe(user.user.id)
    const headers = { Cookie: cookieOf(answer, 'session'), 'New-Api-User': String(user.user.id) }
    expect((await server.call(self, {}, headers)).data?.second_factor).toBe(true)
    const used = (await user.call(secondFactor, {})).data!.passkeys.find(({ name }) => name === 'Key ring')
    expect(used!.last_used_at).toBeGreaterThan(0)
    const audits = await auditsOf(server, 'user', user.user.id)
    expect(audits.map(({ after }) => after)).toEqual(['{"passkey":"Phone"}', '{"passkey":"Key ring"}'])
  })

  test('one is the second step after a password, of its owner alone', async () => {
    const [user, stranger] = [await newUser(), await newUser()]
    const [own, foreign] = [new SoftwarePasskey(SITE), new SoftwarePasskey(SITE)]
    await add(user, own)
    await add(stranger, foreign)
    const first = await server.call(login, { body: { username: user.user.username, password: PASSWORD } })
    expect(first.code).toBe('second_factor_needed')
    const waiting = cookieOf(first, 'login_challenge')
    const methods = await server.call(secondStepMethods, {}, { Cookie: waiting })
    expect(methods.data).toEqual({ totp: false, passkey: true })
    expect(await enter(foreign, waiting)).toMatchObject(wrong)
    expect((await enter(own, waiting)).data?.id).toBe(user.user.id)
  })

  test('a signature counts once, for this site, this browser and a verified user', async () => {
    const user = await newUser()
    const key = new SoftwarePasskey(SITE)
    await add(user, key)
    const { options, headers } = asked(await server.call(api.passkeyLoginOptions, {}))
    const response = key.sign(options)
    const send = (sent = response, cookies: Record<string, string> = headers) =>
      server.call(api.passkeyLogin, { body: { response: sent } }, cookies)
    expect(await send(response, {})).toMatchObject(wrong)
    expect((await send()).success).toBe(true)
    expect(await send()).toMatchObject(wrong)
    const phished = new SoftwarePasskey('http://switchyard.evil')
    Object.assign(phished, { id: key.id, keys: Reflect.get(key, 'keys'), counter: 50 })
    expect(await enter(phished)).toMatchObject(wrong)
    key.flags = 0x01
    expect(await enter(key)).toMatchObject(wrong)
    key.flags = 0x05
    expect((await enter(key)).success).toBe(true)
    key.counter = 0
    expect(await enter(key)).toMatchObject(wrong)
    const other = new SoftwarePasskey(SITE)
    expect(await enter(other)).toMatchObject(wrong)
    expect((await enter(Object.assign(other, { id: key.id, counter: 99 }))).success).toBe(false)
  })

  test('one proves who is at the keyboard, and is removed after that; the codes go with the last factor', async () => {
    const [user, stranger] = [await newUser(), await newUser()]
    const key = new SoftwarePasskey(SITE)
    await add(user, key)
    await addAuthenticator(server, user)
    await db().updateTable('sessions').set({ proven_at: 1 }).where('user_id', '=', user.user.id).execute()
    const id = key.id.toString('base64url')
    expect((await user.call(api.removePasskey, { params: { id } })).code).toBe('proof_needed')
    expect((await user.call(prove, { body: { password: PASSWORD } })).success).toBe(false)
    const { options, headers } = asked(await user.call(api.passkeyProofOptions, {}), user.headers.Cookie)
    expect((await user.call(prove, { body: { passkey: key.sign(options) } }, headers)).success).toBe(true)
    expect((await stranger.call(api.removePasskey, { params: { id } })).message).toBe('record not found')
    expect((await user.call(api.removePasskey, { params: { id } })).success).toBe(true)
    expect((await user.call(secondFactor, {})).data).toMatchObject({ totp: true, recovery_codes: 10, passkeys: [] })
    expect((await user.call(removeTotp, {})).success).toBe(true)
    expect((await user.call(secondFactor, {})).data).toMatchObject({ totp: false, recovery_codes: 0 })
    expect(await enter(key)).toMatchObject(wrong)
  })

  test('where the public address is set, pages of other hosts have none', async () => {
    const user = await newUser()
    await setOptions(server, { ServerAddress: 'https://gateway.example' })
    expect((await user.call(api.beginPasskey, {})).message).toBe(errors.passkey_address.zh)
    await setOptions(server, { ServerAddress: 'https://switchyard.test' })
    expect((await user.call(api.beginPasskey, {})).success).toBe(true)
    await setOptions(server, { ServerAddress: '' })
    const numbered = await user.call(api.beginPasskey, {}, { Host: '192.0.2.7:3000' })
    expect(numbered.message).toBe(errors.passkey_address.zh)
  })

  test('a banned owner does not get in', async () => {
    const user = await newUser()
    const key = new SoftwarePasskey(SITE)
    await add(user, key)
    await db().updateTable('users').set({ status: 2 }).where('id', '=', user.user.id).execute()
    expect((await enter(key)).message).toBe(errors.user_banned.zh)
  })
})
