import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { setOption } from '#contract/api/options.ts'
import { tokenInput } from '#contract/api/tokens.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type MailHost, startMailHost } from '#test/harness/mail.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { createToken, updateToken } from '../../people/tokens/write.ts'
import { mailExpiringTokens } from './mail-expiring-tokens.ts'

const DAY = 86_400

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  const never = new AbortController().signal
  let host: MailHost
  let told = 0

  beforeAll(async () => {
    host = await startMailHost({
      onRcptTo: ({ address }, _session, done) => {
        const refused = address.startsWith('busy') ? 451 : address.startsWith('gone') ? 550 : 0
        done(refused ? Object.assign(new Error('refused'), { responseCode: refused }) : null)
      },
    })
    await set('SMTPServer', '127.0.0.1')
    await set('SMTPPort', String(host.port))
    await set('SMTPFrom', 'gateway@example.com')
    await set('ServerAddress', 'https://switchyard.test')
  })
  afterAll(() => host.stop())
  beforeEach(() => {
    told = host.received.length
  })

  async function set(key: string, value: string) {
    expect(await (await server.root()).call(setOption, { body: { key, value } })).toMatchObject({ success: true })
  }
  const look = () => mailExpiringTokens.run(server.services, never)
  const mails = () => host.received.slice(told)
  const db = () => server.services.store.db

  async function owner(email: string, columns = {}) {
    const { id } = await server.addUser({ email, language: 'en', ...columns })
    const user = await server.services.callers.userById(id)
    if (!user) throw new Error('no user')
    const create = (name: string, expired_time: number) =>
      createToken(server.services, user, tokenInput.parse({ name, unlimited_quota: true, expired_time }))
    return {
      id,
      user,
      create,
      /** Creates a token that was made long ago, as if `seconds` were left of it now. */
      async token(name: string, seconds: number) {
        const { id: made } = await create(name, nowInSeconds() + 60 * DAY)
        await left(made, seconds)
        return made
      },
    }
  }
  /** Lets time pass until so many seconds of a token are left. */
  async function left(id: number, seconds: number) {
    const { expired_time, expiry_told_of } = await db()
      .selectFrom('tokens')
      .select(['expired_time', 'expiry_told_of'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const moved = nowInSeconds() + seconds
    const told = expiry_told_of === expired_time ? moved : expiry_told_of
    await db().updateTable('tokens').set({ expired_time: moved, expiry_told_of: told }).where('id', '=', id).execute()
  }

  test('the owner is told seven days before and one day before, once each', async () => {
    const alice = await owner('alice@example.com')
    const id = await alice.token('nightly <b>', 8 * DAY)
    await look()
    expect(mails()).toHaveLength(0)
    await left(id, 7 * DAY - 60)
    await look()
    await look()
    expect(mails()).toMatchObject([{ to: ['alice@example.com'] }])
    expect(mails()[0]?.text).toContain('nightly <b>: expires ')
    expect(mails()[0]?.text).toContain('https://switchyard.test/token')
    expect(mails()[0]?.html).toContain('nightly &lt;b&gt;')
    await left(id, DAY + 60)
    await look()
    expect(mails()).toHaveLength(1)
    await left(id, DAY - 60)
    await look()
    await look()
    await left(id, 60)
    await look()
    expect(mails()).toHaveLength(2)
    await left(id, -60)
    await look()
    expect(mails()).toHaveLength(2)
  })

  test('tokens that are found together are one mail; several nodes that look at once send one', async () => {
    const bob = await owner('bob@example.com', { language: 'zh' })
    for (let index = 0; index < 23; index++) await bob.token(`t-${index}`, 2 * DAY)
    await Promise.all([look(), look(), look()])
    expect(mails().length).toBeGreaterThan(0)
    const names = mails().flatMap(({ text }) => text?.match(/t-\d+/g) ?? [])
    expect(new Set(names).size).toBe(names.length)
    told = host.received.length
    await look()
    expect(mails()).toHaveLength(0)
    const more = await owner('more@example.com', { language: 'zh' })
    for (let index = 0; index < 23; index++) await more.token(`t-${index}`, 2 * DAY)
    await look()
    expect(mails()).toHaveLength(1)
    expect(mails()[0]?.text).toContain('另有 3 个令牌')
    expect(mails()[0]?.subject).toContain('令牌即将过期')
  })

  test('who sets an expiry is not told of what has begun by then, and is told anew after a change', async () => {
    const carol = await owner('carol@example.com')
    const { id } = await carol.create('hour', nowInSeconds() + 3600)
    await look()
    expect(mails()).toHaveLength(0)
    await updateToken(server.services, carol.user, { id, expired_time: nowInSeconds() + 3 * DAY }, false)
    await look()
    expect(mails()).toHaveLength(0)
    await left(id, DAY / 2)
    await look()
    expect(mails()).toHaveLength(1)
  })

  test('nobody is told who turned it off, has no address or is banned; no token that does not work, never one without an end', async () => {
    const off = await owner('off@example.com')
    const want = (expiry_mails: number) =>
      db().updateTable('users').set({ expiry_mails }).where('id', '=', off.id).execute()
    await want(0)
    const nowhere = await owner('')
    const banned = await owner('banned@example.com')
    const disabled = await owner('disabled@example.com')
    for (const one of [off, nowhere, banned, disabled]) await one.token('t', DAY / 2)
    await db().updateTable('users').set({ status: 2 }).where('id', '=', banned.id).execute()
    await db().updateTable('tokens').set({ status: 2 }).where('user_id', '=', disabled.id).execute()
    const forever = await disabled.token('forever', DAY)
    await db().updateTable('tokens').set({ expired_time: -1 }).where('id', '=', forever).execute()
    await look()
    expect(mails()).toHaveLength(0)
    await want(1)
    await set('TokenExpiryMailDays', '0')
    await look()
    expect(mails()).toHaveLength(0)
    await set('TokenExpiryMailDays', '7')
    await look()
    expect(mails()).toMatchObject([{ to: ['off@example.com'] }])
  })

  test('a busy server is asked again, one that refuses the address for good is not', async () => {
    const [busy, gone] = [await owner('busy@example.com'), await owner('gone@example.com')]
    const ids = [await gone.token('t', DAY / 2), await busy.token('t', DAY / 2)]
    await look()
    const marks = await db()
      .selectFrom('tokens')
      .select(['id', 'expiry_told_left'])
      .where('id', 'in', ids)
      .where('expiry_told_left', '<=', DAY)
      .execute()
    // The owner that is busy may come first, and ends the run.
    expect(marks.map(({ id }) => id)).not.toContain(ids[1])
    await db().updateTable('users').set({ email: 'free@example.com' }).where('id', '=', busy.id).execute()
    await look()
    expect(mails().map(({ to }) => to)).toEqual([['free@example.com']])
    await look()
    expect(mails()).toHaveLength(1)
  })
})
