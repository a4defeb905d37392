import { beforeAll, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/identity.ts'
import { errors } from '#contract/errors.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { checkTelegram, signatureOf } from './telegram.ts'

const BOT = '123456:bot-token'

function signed(fields: Partial<api.TelegramFields> = {}, bot = BOT): api.TelegramFields {
  const known = { id: '42', auth_date: String(nowInSeconds()), first_name: 'Ann', username: 'ann', ...fields }
  return { ...known, hash: signatureOf(known, bot) }
}

describe('the signature', () => {
  test('is the one that Telegram documents', () => {
    // Made with: printf 'auth_date=1700000000\nfirst_name=Ann\nid=42' | openssl dgst -sha256 -mac hmac
    // -macopt hexkey:$(printf '123456:bot-token' | openssl dgst -sha256 -r | cut -d' ' -f1)
    const fields = { id: '42', first_name: 'Ann', auth_date: '1700000000' }
    expect(signatureOf(fields, BOT)).toBe('d7d55cfe0c0aa5f55fb03f871a4b4cc924643ec13b1cea81727fe9d7a110b2ed')
  })

  test('counts for five minutes', () => {
    const at = 1_700_000_000
    const fields = signed({ auth_date: String(at) })
    expect(checkTelegram(fields, BOT, at + 300)).toMatchObject({ subject: '42', displayName: 'Ann' })
    expect(() => checkTelegram(fields, BOT, at + 301)).toThrow()
    expect(() => checkTelegram(fields, BOT, at - 61)).toThrow()
  })

  test('covers every field, and `lang` where Telegram signed it', () => {
    const fields = signed()
    expect(checkTelegram({ ...fields, lang: 'zh' }, BOT, nowInSeconds()).subject).toBe('42')
    expect(checkTelegram(signed({ lang: 'zh' }), BOT, nowInSeconds()).subject).toBe('42')
    for (const change of [
      { id: '43' },
      { username: 'eve' },
      { photo_url: 'https://x' },
      { auth_date: String(nowInSeconds() - 1) },
    ]) {
      expect(() => checkTelegram({ ...fields, ...change }, BOT, nowInSeconds())).toThrow()
    }
    expect(() => checkTelegram(signed({}, 'other'), BOT, nowInSeconds())).toThrow()
    expect(() => checkTelegram(signed({}, ''), '', nowInSeconds())).toThrow()
  })
})

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  let ids = 1000
  const db = () => server.services.store.db

  beforeAll(async () => {
    await setOptions(server, { TelegramBotToken: BOT, TelegramBotName: 'bot', TelegramOAuthEnabled: true })
  })

  const enter = (query: api.TelegramFields, headers = {}) => server.call(api.telegramLogin, { query }, headers)
  const bind = async (headers: Record<string, string>, query: api.TelegramFields & { state?: string }) => {
    const path = `${api.telegramBind.path}?${new URLSearchParams(query as Record<string, string>)}`
    const response = await server.request(path, { headers, redirect: 'manual' })
    const text = await response.text()
    return {
      status: response.status,
      location: response.headers.get('location'),
      message: text && JSON.parse(text).message,
    }
  }
  const newUser = async (): Promise<LoggedIn> => server.login((await server.addUser({})).username, PASSWORD)
  const navigation = (user: LoggedIn) => ({ Cookie: user.headers.Cookie!, 'Sec-Fetch-Site': 'same-origin' })
  const newId = () => String(++ids)

  test('binds by the widget’s navigation and logs in from then on', async () => {
    const user = await newUser()
    const id = newId()
    expect(await bind(navigation(user), signed({ id }))).toMatchObject({ status: 302, location: '/setting' })
    const { data } = await enter(signed({ id }))
    expect(data).toMatchObject({ id: user.user.id, telegram_id: id })
  })

  test('binds for a client that sends the user header', async () => {
    const user = await newUser()
    expect((await bind(user.headers, signed({ id: newId() }))).status).toBe(302)
  })

  test('no page of another site binds an account to its visitor', async () => {
    const user = await newUser()
    const cookie = { Cookie: user.headers.Cookie! }
    for (const site of ['', 'cross-site', 'same-site', 'none']) {
      const answer = await bind({ ...cookie, ...(site ? { 'Sec-Fetch-Site': site } : {}) }, signed({ id: newId() }))
      expect(answer).toMatchObject({ status: 401, message: errors.user_header_missing.zh })
    }
    const other = { ...navigation(user), 'New-Api-User': '1' }
    expect((await bind(other, signed({ id: newId() }))).message).toBe(errors.user_header_mismatch.zh)
    expect((await bind({}, signed({ id: newId() }))).message).toBe(errors.not_logged_in.zh)
  })

  test('binds by the redirect of the widget, with a state that the same user got in the same browser, once', async () => {
    const [user, other] = [await newUser(), await newUser()]
    const begin = async () => {
      const begun = await server.request(api.oauthState.path, { headers: user.headers })
      const [browser = ''] = begun.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
      return { state: (await begun.json()).data as string, browser }
    }
    const { state, browser } = await begin()
    const back = ({ headers }: LoggedIn, cookie: string) => ({
      Cookie: [headers.Cookie, cookie].filter(Boolean).join('; '),
      'Sec-Fetch-Site': 'cross-site',
    })
    const query = () => ({ ...signed({ id: newId() }), state })
    expect((await bind(back(other, browser), query())).message).toBe(errors.oauth_state_invalid.zh)
    expect((await bind(back(user, ''), query())).message).toBe(errors.oauth_state_invalid.zh)
    expect((await bind(back(user, browser), { ...query(), state: 'guessed' })).message).toBe(
      errors.oauth_state_invalid.zh,
    )
    expect(await bind(back(user, browser), query())).toMatchObject({ status: 302, location: '/setting' })
    expect((await bind(back(user, browser), query())).message).toBe(errors.oauth_state_invalid.zh)
  })

  test('no page of another site logs its visitor in', async () => {
    const answer = await enter(signed(), { 'Sec-Fetch-Site': 'cross-site' })
    expect(answer).toMatchObject({ status: 403, message: errors.foreign_page.zh })
  })

  test('one account is one user’s', async () => {
    const id = newId()
    const users = await Promise.all([newUser(), newUser()])
    const answers = await Promise.all(users.map((user) => bind(navigation(user), signed({ id }))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 302])
    expect(answers.find(({ status }) => status === 200)?.message).toBe('该 Telegram 账户已被绑定')
  })

  test('registers nobody', async () => {
    const before = await db().selectFrom('users').select('id').execute()
    expect((await enter(signed({ id: newId() }))).message).toBe('该 Telegram 账户未绑定')
    expect(await db().selectFrom('users').select('id').execute()).toHaveLength(before.length)
  })

  test('what is not signed, old or no form of Telegram’s is invalid', async () => {
    const old = signed({ auth_date: String(nowInSeconds() - 301) })
    const forged = { ...signed(), id: '43' }
    // One name that would pass for two lines of what is signed.
    const lines = signed({ first_name: 'x\nid=1\nlast_name=y' })
    for (const query of [old, forged, lines, { ...signed(), hash: 'x' }, {} as api.TelegramFields]) {
      expect(await enter(query)).toMatchObject({ status: 200, message: '无效的请求' })
    }
  })

  test('is off', async () => {
    await setOptions(server, { TelegramOAuthEnabled: false })
    expect((await enter(signed())).message).toBe('管理员未开启通过 Telegram 登录以及注册')
    await setOptions(server, { TelegramOAuthEnabled: true })
  })
})
