import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type SMTPServer, SMTPServer as Smtp } from 'smtp-server'
import { setOption } from '#contract/api/options.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { remindLowBalance } from './remind-low-balance.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  let smtp: SMTPServer
  let mails: { to: string; text: string }[] = []
  const never = new AbortController().signal

  beforeAll(async () => {
    smtp = new Smtp({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('gone')) done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
        else if (address.startsWith('busy')) done(Object.assign(new Error('try later'), { responseCode: 451 }))
        else done()
      },
      onData(stream, session, done) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', text: Buffer.concat(parts).toString() })
          done()
        })
      },
    })
    await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
    const address = smtp.server.address()
    await set('SMTPServer', '127.0.0.1')
    await set('SMTPPort', String(typeof address === 'object' ? address?.port : ''))
    await set('SMTPFrom', 'gateway@example.com')
    await set('ServerAddress', 'https://switchyard.test')
  })
  afterAll(async () => {
    await new Promise<void>((resolve) => smtp.close(resolve))
  })
  beforeEach(() => {
    mails = []
  })

  async function set(key: string, value: string) {
    const root = await server.root()
    expect(await root.call(setOption, { body: { key, value } })).toMatchObject({ success: true })
  }
  const look = () => remindLowBalance.run(server.services, never)
  const told = () => mails.map((mail) => mail.to)
  const spend = (id: number, quota: number) =>
    server.services.store.db.updateTable('users').set({ quota }).where('id', '=', id).execute()
  async function rich(email: string, columns = {}) {
    const { id } = await server.addUser({ email, quota: 50_000, ...columns })
    await look()
    return id
  }

  test('a balance that falls below the threshold is told of once, and again after it was above', async () => {
    const id = await rich('alice@example.com')
    expect(told()).toEqual([])
    await spend(id, 999)
    await look()
    await look()
    expect(told()).toEqual(['alice@example.com'])
    await spend(id, 1000)
    await look()
    await spend(id, 0)
    await look()
    await look()
    expect(told()).toEqual(['alice@example.com', 'alice@example.com'])
    expect(mails[1]?.text).toContain('https://switchyard.test/topup')
  })

  test('in the language of its reader', async () => {
    for (const language of ['en', 'zh', ''] as const) {
      const id = await rich(`speaks-${language}@example.com`, { language })
      await spend(id, 10)
    }
    await look()
    // Bodies are encoded; the tag of the HTML part is not.
    const tags = mails.map(({ to, text }) => [to, /html lang=3D"([\w-]+)"/.exec(text)?.[1] ?? text])
    expect(Object.fromEntries(tags)).toEqual({
      'speaks-en@example.com': 'en',
      'speaks-zh@example.com': 'zh-CN',
      'speaks-@example.com': 'zh-CN',
    })
  })

  test('says what is left, however little, and where to top up', async () => {
    const read = () => mails.map(({ text }) => text.replaceAll('=\r\n', '')).join()
    await set('ServerAddress', '')
    await spend(await rich('little@example.com', { language: 'en' }), 999)
    await look()
    expect(read()).toContain('Your remaining quota is $0.001998.')
    expect(read()).toContain(`http://localhost:${server.services.config.port}/topup`)
    await set('ServerAddress', 'https://switchyard.test')
    await set('QuotaRemindThreshold', '45000')
    await spend(await rich('some@example.com', { language: 'en' }), 40_000)
    await look()
    await set('QuotaRemindThreshold', '1000')
    expect(read()).toContain('Your remaining quota is $0.08.')
  })

  test('two nodes that look at once send one mail', async () => {
    await spend(await rich('twice@example.com'), 1)
    await Promise.all([look(), look(), look()])
    expect(told()).toEqual(['twice@example.com'])
  })

  test('what nodes hold belongs to the balance', async () => {
    const id = await rich('leased@example.com')
    const lease = { node_id: 'n', owner_kind: 'user' as const, owner_id: id, granted: 5000, spent: 0, carry: 0 }
    await server.services.store.db
      .insertInto('wallet_leases')
      .values({ ...lease, expires_at: 1 })
      .execute()
    await spend(id, 1)
    await look()
    expect(told()).toEqual([])
  })

  test('nobody is told who never had more, has no address, is banned or deleted', async () => {
    await server.addUser({ email: 'new@example.com', quota: 0 })
    const ids = [
      await rich(''),
      await rich('banned@example.com', { status: 2 }),
      await rich('deleted@example.com', { deleted_at: '2026-01-01' }),
    ]
    for (const id of ids) await spend(id, 1)
    await look()
    expect(told()).toEqual([])
  })

  test('a refused address is not tried again, a server that is busy is', async () => {
    await spend(await rich('gone@example.com'), 1)
    await spend(await rich('busy@example.com'), 1)
    await look()
    const marks = () =>
      server.services.store.db
        .selectFrom('users')
        .select(['email', 'quota_reminded'])
        .where('email', 'in', ['gone@example.com', 'busy@example.com'])
        .orderBy('email')
        .execute()
    expect((await marks()).map((user) => user.quota_reminded)).toEqual([0, 1])
    await server.services.store.db
      .updateTable('users')
      .set({ email: '' })
      .where('email', '=', 'busy@example.com')
      .execute()
  })

  test('without a mail server nobody is marked', async () => {
    const id = await rich('later@example.com')
    await set('SMTPServer', '')
    await spend(id, 1)
    await look()
    await set('SMTPServer', '127.0.0.1')
    await look()
    expect(told()).toEqual(['later@example.com'])
  })
})
