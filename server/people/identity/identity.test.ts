import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/identity.ts'
import { login, self } from '#contract/api/session.ts'
import { errors, errorText } from '#contract/errors.ts'
import { type ErrorKind, errorCodeOf } from '#contract/login/login-errors.ts'
import { CODE_PROVIDERS, type CodeProviderName, loginProviders } from '#contract/login/login-providers.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { CLIENT, type Person } from '#test/fake-providers/desk.ts'
import { type FakeProviders, startFakeProviders, WECHAT_TOKEN } from '#test/fake-providers/server.ts'
import { type Browser, openBrowser } from '#test/harness/browser.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { callbackOf } from '#test/harness/provider-login.ts'
import { PASSWORD, startServer, type TestServer } from '#test/harness/server.ts'

const errorOf = (provider: CodeProviderName, kind: ErrorKind) =>
  errorText(errorCodeOf(provider, kind), 'zh', { name: loginProviders[provider].label.zh })

forEachDatabase((_engine, fresh) => {
  let server: TestServer
  let fake: FakeProviders
  let ids = 1000
  const db = () => server.services.store.db

  beforeAll(async () => {
    fake = await startFakeProviders()
    server = await startServer(await fresh.started(), { logLevel: 'silent', externals: fake.externals })
    await setOptions(server, {
      ServerAddress: 'https://gateway.example',
      GitHubClientId: CLIENT.id,
      GitHubClientSecret: CLIENT.secret,
      LinuxDOClientId: CLIENT.id,
      LinuxDOClientSecret: CLIENT.secret,
      OIDCIssuer: fake.oidcIssuer,
      OIDCClientId: CLIENT.id,
      OIDCClientSecret: CLIENT.secret,
      WeChatServerAddress: `${fake.url}/wechat`,
      WeChatServerToken: WECHAT_TOKEN,
      OIDCEnabled: true,
      GoogleClientId: CLIENT.id,
      GoogleClientSecret: CLIENT.secret,
      GoogleOAuthEnabled: true,
      DiscordClientId: CLIENT.id,
      DiscordClientSecret: CLIENT.secret,
      DiscordOAuthEnabled: true,
      WeChatAuthEnabled: true,
    })
  })
  afterAll(async () => {
    await server.close()
    await fake.stop()
  })
  beforeEach(async () => {
    fake.broken = undefined
    await setOptions(server, { GitHubOAuthEnabled: true, LinuxDOOAuthEnabled: true, RegisterEnabled: true })
  })

  const somebody = (fields: Partial<Person> = {}): Person => ({ id: ++ids, login: `login-${ids}`, ...fields })
  const row = (id: number) => db().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const count = async () => (await db().selectFrom('users').select('id').execute()).length
  async function loggedIn(username: string): Promise<Browser> {
    const browser = openBrowser(server)
    await browser.call(login, { body: { username, password: PASSWORD } })
    return browser
  }
  async function start(browser: Browser, provider: CodeProviderName, person: Person, aff?: string) {
    const { data, message } = await browser.call(api.oauthAuthorize, { query: { provider, ...(aff ? { aff } : {}) } })
    if (!data) throw new Error(message)
    return fake.desk.consent(data.url, person)
  }
  async function visit(browser: Browser, provider: CodeProviderName, person: Person, aff?: string) {
    const consent = await start(browser, provider, person, aff)
    return browser.call(callbackOf(provider), { query: consent })
  }

  describe.each(CODE_PROVIDERS)('%s', (provider) => {
    const endpoint = callbackOf(provider)
    const field = loginProviders[provider].userField

    test('registers whom it does not know, and knows them the next time by the id alone', async () => {
      const person = somebody({ name: 'A Name That Is Much Too Long' })
      const first = (await visit(openBrowser(server), provider, person)).data!
      expect(first).toMatchObject({
        display_name: 'A Name That Is Much',
        role: 1,
        email: '',
        [field]: String(person.id),
      })
      expect(first.username).toMatch(new RegExp(`^${provider}_[0-9a-z]{4,7}$`))
      expect(first.username.length).toBeLessThanOrEqual(12)
      const browser = openBrowser(server)
      const again = await visit(browser, provider, { ...person, login: 'renamed', name: 'Renamed' })
      expect(again.data?.id).toBe(first.id)
      expect((await browser.call(self, {})).data?.id).toBe(first.id)
    })

    test('rewards the inviter', async () => {
      const inviter = await server.addUser({ aff_code: `Iv${provider}` })
      const { data } = await visit(openBrowser(server), provider, somebody(), `Iv${provider}`)
      expect(data?.inviter_id).toBe(inviter.id)
      expect((await row(inviter.id)).aff_count).toBe(1)
    })

    test('the same person twice at the same time is one user', async () => {
      const person = somebody()
      const before = await count()
      const answers = await Promise.all([1, 2, 3, 4].map(() => visit(openBrowser(server), provider, person)))
      expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
      expect(await count()).toBe(before + 1)
    })

    test('binds for somebody who is logged in, and logs in from then on', async () => {
      const user = await server.addUser({})
      const person = somebody()
      const answer = await visit(await loggedIn(user.username), provider, person)
      expect(answer).toMatchObject({ success: true, message: 'bind' })
      expect(answer.data).toBeUndefined()
      expect((await visit(openBrowser(server), provider, person)).data).toMatchObject({
        id: user.id,
        [field]: String(person.id),
      })
    })

    test('an account that is bound cannot be bound by another user, nor by two at once', async () => {
      const person = somebody()
      const browsers = await Promise.all([1, 2].map(async () => loggedIn((await server.addUser({})).username)))
      const answers = await Promise.all(browsers.map((browser) => visit(browser, provider, person)))
      expect(answers.filter(({ message }) => message === 'bind')).toHaveLength(1)
      expect(answers.filter(({ message }) => message === errorOf(provider, 'taken'))).toHaveLength(1)
    })

    test('another account replaces the one that was bound; the old one is nobody’s again', async () => {
      const user = await server.addUser({})
      const [former, latter] = [somebody(), somebody()]
      const browser = await loggedIn(user.username)
      await visit(browser, provider, former)
      await visit(browser, provider, latter)
      expect((await visit(openBrowser(server), provider, latter)).data?.id).toBe(user.id)
      expect((await visit(openBrowser(server), provider, former)).data?.id).not.toBe(user.id)
    })

    test('banned and deleted users are told so, and nobody else gets their account', async () => {
      const person = somebody()
      const { data } = await visit(openBrowser(server), provider, person)
      const set = (columns: object) => db().updateTable('users').set(columns).where('id', '=', data!.id).execute()
      await set({ status: USER_STATUS.disabled })
      expect((await visit(openBrowser(server), provider, person)).message).toBe('用户已被封禁')
      await set({ deleted_at: '2026-01-01T00:00:00.000Z' })
      expect((await visit(openBrowser(server), provider, person)).message).toBe('用户已注销')
    })

    test('registers nobody while registration is off, and lets known users in', async () => {
      const person = somebody()
      const { data } = await visit(openBrowser(server), provider, person)
      await setOptions(server, { RegisterEnabled: false })
      expect((await visit(openBrowser(server), provider, somebody())).message).toBe('管理员关闭了新用户注册')
      expect((await visit(openBrowser(server), provider, person)).data?.id).toBe(data!.id)
    })

    test('a state works once, in the browser that got it, for who was logged in', async () => {
      const refused = { status: 403, success: false, message: '登录状态已失效或不一致，请重新发起登录' }
      const browser = openBrowser(server)
      const consent = await start(browser, provider, somebody())
      expect(await openBrowser(server).call(endpoint, { query: consent })).toMatchObject(refused)
      expect(await browser.call(endpoint, { query: { code: consent.code } })).toMatchObject(refused)
      const victim = await loggedIn((await server.addUser({})).username)
      expect(await victim.call(endpoint, { query: consent })).toMatchObject(refused)
      for (const [name, value] of browser.cookies) victim.cookies.set(name, value)
      expect(await victim.call(endpoint, { query: consent })).toMatchObject(refused)
      expect((await browser.call(endpoint, { query: consent })).success).toBe(true)
      const fresh = openBrowser(server)
      for (const [name, value] of browser.cookies) if (name !== 'session') fresh.cookies.set(name, value)
      expect(await fresh.call(endpoint, { query: consent })).toMatchObject(refused)
    })

    test('a page that is reloaded while its code is being checked gets the same answer', async () => {
      const browser = openBrowser(server)
      const query = await start(browser, provider, somebody())
      const [first, second] = await Promise.all([browser.call(endpoint, { query }), browser.call(endpoint, { query })])
      expect([first.success, second.data?.id]).toEqual([true, first.data!.id])
    })

    test('a state expires', async () => {
      const browser = openBrowser(server)
      const consent = await start(browser, provider, somebody())
      await db().updateTable('oauth_states').set({ expires_at: 1 }).execute()
      expect((await browser.call(endpoint, { query: consent })).status).toBe(403)
    })

    test('a code works once', async () => {
      const browser = openBrowser(server)
      const { code } = await start(browser, provider, somebody())
      const second = await start(browser, provider, somebody())
      fake.desk.takeCode(code)
      const answer = await browser.call(endpoint, { query: { ...second, code } })
      expect(answer.success).toBe(false)
    })

    test('what the provider says instead of a code is passed on', async () => {
      const browser = openBrowser(server)
      const { state } = await start(browser, provider, somebody())
      const query = { state, error: 'access_denied', error_description: 'The user said no' }
      expect((await browser.call(endpoint, { query })).message).toBe('The user said no')
    })

    test('no code is told of', async () => {
      const browser = openBrowser(server)
      const { state } = await start(browser, provider, somebody())
      const message = provider === 'linuxdo' ? '授权码无效' : '无效的参数'
      expect((await browser.call(endpoint, { query: { state } })).message).toBe(message)
    })

    test('a provider that is down is told of, without its address', async () => {
      const browser = openBrowser(server)
      const consent = await start(browser, provider, somebody())
      await fake.stop()
      const answer = await browser.call(endpoint, { query: consent })
      expect(answer.message).toBe(errorOf(provider, 'unreachable'))
      fake = await restart()
    })
  })

  /** The same providers on another port. */
  async function restart(): Promise<FakeProviders> {
    const next = await startFakeProviders()
    Object.assign(server.services.config.externals, next.externals)
    await setOptions(server, { OIDCIssuer: next.oidcIssuer, WeChatServerAddress: `${next.url}/wechat` })
    return next
  }

  describe('states of consoles that build the address themselves', () => {
    test('have twelve characters and serve GitHub and LinuxDO', async () => {
      for (const provider of ['github', 'linuxdo'] as const) {
        const browser = openBrowser(server)
        const { data: state } = await browser.call(api.oauthState, {})
        expect(state).toMatch(/^[0-9A-Za-z]{12}$/)
        const redirect_uri = `https://gateway.example/oauth/${provider}`
        const url = `https://provider.example/?${new URLSearchParams({ client_id: CLIENT.id, state: state!, redirect_uri })}`
        const consent = fake.desk.consent(url, somebody())
        expect((await browser.call(callbackOf(provider), { query: consent })).success).toBe(true)
      }
    })

    test('carry the invite code', async () => {
      const inviter = await server.addUser({ aff_code: 'IvState' })
      const browser = openBrowser(server)
      const { data: state } = await browser.call(api.oauthState, { query: { aff: 'IvState' } })
      const url = `https://provider.example/?${new URLSearchParams({ client_id: CLIENT.id, state: state! })}`
      const { data } = await browser.call(callbackOf('github'), { query: fake.desk.consent(url, somebody()) })
      expect(data?.inviter_id).toBe(inviter.id)
    })

    test('serve no provider that needs more, and a state for one serves no other', async () => {
      const browser = openBrowser(server)
      const { data: state } = await browser.call(api.oauthState, {})
      expect((await browser.call(callbackOf('oidc'), { query: { code: 'x', state: state! } })).status).toBe(403)
      const { state: github } = await start(browser, 'github', somebody())
      expect((await browser.call(callbackOf('linuxdo'), { query: { code: 'x', state: github } })).status).toBe(403)
    })
  })

  test('a provider that is off neither starts nor ends a login', async () => {
    const browser = openBrowser(server)
    const consent = await start(browser, 'github', somebody())
    await setOptions(server, { GitHubOAuthEnabled: false })
    const message = '管理员未开启通过 GitHub 登录以及注册'
    expect((await browser.call(api.oauthAuthorize, { query: { provider: 'github' } })).message).toBe(message)
    expect((await browser.call(callbackOf('github'), { query: consent })).message).toBe(message)
  })

  test('an id of an older version stays readable, and the one that is bound later goes before it', async () => {
    const user = await server.addUser({ github_id: 'octocat' })
    const browser = await loggedIn(user.username)
    expect((await browser.call(self, {})).data?.github_id).toBe('octocat')
    const person = somebody()
    await visit(browser, 'github', person)
    expect((await browser.call(self, {})).data?.github_id).toBe(String(person.id))
  })

  test('login names of imported databases open nothing', async () => {
    const imported = await server.addUser({ github_id: '4711' })
    const { data } = await visit(openBrowser(server), 'github', { id: 4711, login: '4711' })
    expect(data?.id).not.toBe(imported.id)
  })

  test('a provider that tells no name gives a default one', async () => {
    const { data } = await visit(openBrowser(server), 'github', { id: ++ids })
    expect(data?.display_name).toBe('GitHub User')
  })

  test('an answer without a user is no login', async () => {
    const browser = openBrowser(server)
    const consent = await start(browser, 'github', { id: 'no number' })
    expect((await browser.call(callbackOf('github'), { query: consent })).message).toBe(errors.github_answer_invalid.zh)
    const linuxdo = await start(browser, 'linuxdo', { id: 0 })
    expect((await browser.call(callbackOf('linuxdo'), { query: linuxdo })).message).toBe('返回的用户信息无效')
  })

  test('LinuxDO’s reason is passed on', async () => {
    const browser = openBrowser(server)
    const { state } = await start(browser, 'linuxdo', somebody())
    const answer = await browser.call(callbackOf('linuxdo'), { query: { state, code: 'wrong' } })
    expect(answer.message).toBe('获取访问令牌失败：code expired')
  })

  test('somebody banned cannot bind', async () => {
    const user = await server.addUser({})
    const browser = await loggedIn(user.username)
    const consent = await start(browser, 'github', somebody())
    await db().updateTable('users').set({ status: USER_STATUS.disabled }).where('id', '=', user.id).execute()
    server.services.bus.publish({ kind: 'user', id: user.id })
    expect((await browser.call(callbackOf('github'), { query: consent })).message).toBe(errors.user_banned.zh)
    expect((await browser.call(self, {})).data?.github_id ?? '').toBe('')
  })

  describe('wechat', () => {
    const codeFor = (openid: string) => {
      const code = String(++ids)
      fake.wechat.set(code, openid)
      return code
    }
    const enter = (code: string, query = {}, headers = {}) =>
      openBrowser(server).call(api.wechatLogin, { query: { code, ...query } }, headers)

    test('registers with an invite, then logs in', async () => {
      const inviter = await server.addUser({ aff_code: 'IvWechat' })
      const { data } = await enter(codeFor('openid-1'), { aff: 'IvWechat' })
      expect(data).toMatchObject({ display_name: 'WeChat User', wechat_id: 'openid-1', inviter_id: inviter.id })
      expect(data?.username).toMatch(/^wechat_[0-9a-z]{5}$/)
      expect((await enter(codeFor('openid-1'))).data?.id).toBe(data!.id)
    })

    test('a code works once, and none is invalid', async () => {
      const code = codeFor('openid-2')
      expect((await enter(code)).success).toBe(true)
      expect((await enter(code)).message).toBe('验证码错误或已过期')
      expect((await enter('')).message).toBe('无效的参数')
    })

    test('binds once', async () => {
      const [user, rival] = [await server.addUser({}), await server.addUser({})]
      const bind = async (username: string) =>
        (await loggedIn(username)).call(api.wechatBind, { query: { code: codeFor('openid-3') } })
      expect(await bind(user.username)).toMatchObject({ success: true, message: '' })
      expect((await bind(rival.username)).message).toBe('该微信账号已被绑定')
      expect((await enter(codeFor('openid-3'))).data?.id).toBe(user.id)
    })

    test('is off, or its server is', async () => {
      fake.broken = 503
      expect((await enter('1')).message).toBe('验证码错误或已过期')
      await setOptions(server, { WeChatAuthEnabled: false })
      expect((await enter('1')).message).toBe('管理员未开启通过微信登录以及注册')
      await setOptions(server, { WeChatAuthEnabled: true })
    })

    test('a page of another site cannot log its visitor in', async () => {
      const answer = await enter(codeFor('openid-4'), {}, { 'Sec-Fetch-Site': 'cross-site' })
      expect(answer.status).toBe(403)
    })
  })
})
