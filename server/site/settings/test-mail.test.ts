import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type MAIL_OPTIONS, testMail } from '#contract/api/options.ts'
import { errors } from '#contract/errors.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type MailHost, startMailHost } from '#test/harness/mail.ts'
import { setOptions } from '#test/harness/options.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

type Values = { [K in (typeof MAIL_OPTIONS)[number]]?: string }
const PASSWORD = 'pass-of-the-mailbox'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  const root = rootOf(server)
  let host: MailHost
  let other: MailHost
  const logins: string[] = []
  let at: Values

  beforeAll(async () => {
    host = await startMailHost({
      onAuth: (login, _session, done) => {
        const [username, password] = [login.username ?? '', login.password ?? '']
        logins.push(`${username} ${password}`)
        if (password === PASSWORD) done(null, { user: username })
        else done(new Error(`Bad credentials: ${password} ${Buffer.from(password).toString('base64')}`))
      },
      onMailFrom: ({ address }, _session, done) =>
        done(address.startsWith('spam@') ? Object.assign(new Error('Not this sender'), { responseCode: 553 }) : null),
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('nobody@') ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
    })
    other = await startMailHost({
      onAuth: ({ password = '' }, _session, done) => {
        logins.push(`other ${password}`)
        done(null, { user: 'x' })
      },
    })
    at = { SMTPServer: '127.0.0.1', SMTPPort: String(host.port), SMTPFrom: 'gateway@example.com' }
  })
  afterAll(async () => {
    await Promise.all([host.stop(), other.stop()])
  })
  beforeEach(() =>
    setOptions(server, {
      SMTPServer: '',
      SMTPPort: 587,
      SMTPAccount: '',
      SMTPFrom: '',
      SMTPToken: '',
      SystemName: '站',
    }),
  )

  const run = (values: Values, to?: string) =>
    root.call(testMail, { body: { values, ...(to !== undefined && { to }) } })
  const outcome = async (values: Values, to = 'one@example.com') => {
    const { data } = await run(values, to)
    return data && [data.step, data.detail]
  }

  test('a mail goes out with values that are not saved, and nothing is stored', async () => {
    expect((await run(at, 'one@example.com')).data).toMatchObject({ to: 'one@example.com', step: 'taken' })
    expect(await host.next('one@example.com')).toMatchObject({ from: 'gateway@example.com', subject: '站测试邮件' })
    expect(server.services.options.values.SMTPServer).toBe('')
  })

  test('it goes to the own address unless another is given', async () => {
    expect((await run(at)).message).toBe(errors.mail_recipient_missing.zh)
    await server.services.store.db.updateTable('users').set({ email: 'root@example.com' }).where('id', '=', 1).execute()
    expect((await run(at)).data).toMatchObject({ to: 'root@example.com', step: 'taken' })
  })

  test('the step that failed is told with the server’s words, and never the password', async () => {
    const wrong = 'a-wrong-password'
    const [step, detail] = (await outcome({ ...at, SMTPAccount: 'me', SMTPToken: wrong })) ?? []
    expect(step).toBe('login')
    expect(detail).toContain('Bad credentials')
    expect(detail).not.toContain(wrong)
    expect(detail).not.toContain(Buffer.from(wrong).toString('base64'))
    expect(await outcome(at, 'nobody@example.com')).toEqual(['recipient', expect.stringContaining('No such mailbox')])
    const sender = await outcome({ ...at, SMTPFrom: 'spam@example.com' })
    expect(sender).toEqual(['sender', expect.stringContaining('Not this sender')])
    const gone = await startMailHost()
    await gone.stop()
    expect((await outcome({ ...at, SMTPPort: String(gone.port) }))?.[0]).toBe('connection')
    expect((await outcome({ ...at, SMTPSSLEnabled: 'true' }))?.[0]).toBe('tls')
    expect((await run({}, 'one@example.com')).message).toBe(errors.mail_not_configured.zh)
    expect((await run({ ...at, SMTPPort: '0' }, 'one@example.com')).success).toBe(false)
  })

  test('a certificate that nobody vouches for is a matter of TLS', async () => {
    const [implicit, upgraded] = await Promise.all([
      startMailHost({ secure: true }),
      startMailHost({ disabledCommands: [] }),
    ])
    const port = ({ port: number }: MailHost) => ({ ...at, SMTPPort: String(number) })
    expect((await outcome({ ...port(implicit), SMTPSSLEnabled: 'true' }))?.[0]).toBe('tls')
    expect((await outcome(port(upgraded)))?.[0]).toBe('tls')
    await Promise.all([implicit.stop(), upgraded.stop()])
  })

  test('a stored password is used for the stored server and goes to no other', async () => {
    const stored = { ...at, SMTPPort: host.port, SMTPAccount: 'me@example.com', SMTPToken: PASSWORD }
    await setOptions(server, stored)
    expect((await outcome({}))?.[0]).toBe('taken')
    expect(logins.at(-1)).toBe(`me@example.com ${PASSWORD}`)
    const answer = await run({ SMTPPort: String(other.port) }, 'one@example.com')
    expect(answer.message).toBe(errors.mail_password_needed.zh)
    const elsewhere = await run({ SMTPServer: 'localhost' }, 'one@example.com')
    expect(elsewhere.message).toBe(errors.mail_password_needed.zh)
    expect(logins.at(-1)).toBe(`me@example.com ${PASSWORD}`)
    expect((await outcome({ SMTPPort: String(other.port), SMTPToken: 'new' }))?.[0]).toBe('taken')
    expect(logins.at(-1)).toBe('other new')
  })
})
