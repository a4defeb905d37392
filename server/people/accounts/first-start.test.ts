import { expect, test } from 'bun:test'
import { claimRoot } from '#contract/api/registration.ts'
import { login, self } from '#contract/api/session.ts'
import { errors } from '#contract/errors.ts'
import { readConfig } from '#server/platform/config.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { PASSWORD, startServer } from '#test/harness/server.ts'
import { firstStartLink } from './first-start.ts'

test.each([
  ['127.0.0.1', '123456'],
  ['localhost', '123456'],
  ['::1', '123456'],
  ['0.0.0.0', undefined],
  ['::', undefined],
  ['10.1.2.3', undefined],
])('on %s the first password of root is %p', (HOST, password) => {
  expect(readConfig({ HOST }).initialRootPassword).toBe(password)
  expect(readConfig({ HOST, INITIAL_ROOT_PASSWORD: 'chosen' }).initialRootPassword).toBe('chosen')
})

forEachDatabase((_engine, fresh) => {
  test('where everybody can reach the server, root gets a password by the printed link, once', async () => {
    const place = await fresh.place()
    const server = await startServer(place, { initialRootPassword: undefined, logLevel: 'silent' })
    fresh.atEnd(() => server.close())
    for (const password of ['123456', 'password', ' ']) {
      const answer = await server.call(login, { body: { username: 'root', password } })
      expect(answer.message).toBe(errors.wrong_credentials.zh)
    }
    const link = new URL((await firstStartLink(server.services))!)
    expect(link.pathname).toBe('/setup')
    expect(await firstStartLink(server.services)).toBe(link.href)
    const claim = (token: string, headers = {}) =>
      server.call(claimRoot, { body: { token, password: PASSWORD } }, headers)
    const token = link.searchParams.get('token')!
    expect((await claim('x'.repeat(43))).message).toBe(errors.setup_link_invalid.zh)
    expect((await claim(token, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    const answers = await Promise.all([claim(token), claim(token), claim(token)])
    const done = answers.filter(({ success }) => success)
    expect(done).toHaveLength(1)
    const session = done[0]!.headers
      .getSetCookie()
      .find((one) => one.startsWith('session='))!
      .split(';')[0]!
    expect((await server.call(self, {}, { Cookie: session, 'New-Api-User': '1' })).data?.username).toBe('root')
    expect((await claim(token)).message).toBe(errors.setup_link_invalid.zh)
    expect(await firstStartLink(server.services)).toBeUndefined()
    expect((await server.login('root', PASSWORD)).user.id).toBe(1)
  })

  test('a root with a password has no link', async () => {
    const server = await startServer(await fresh.started(), { logLevel: 'silent' })
    fresh.atEnd(() => server.close())
    expect(await firstStartLink(server.services)).toBeUndefined()
    const body = { token: 'x'.repeat(43), password: PASSWORD }
    expect((await server.call(claimRoot, { body })).message).toBe(errors.setup_link_invalid.zh)
  })
})
