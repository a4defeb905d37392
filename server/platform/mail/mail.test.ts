import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import pino from 'pino'
import type { OptionValues } from '#contract/options.ts'
import { type ProxyAddress, readProxyAddress } from '#contract/proxy-address.ts'
import { bridgedProxyUrl } from '#server/wire/egress/proxy-bridge.ts'
import { type MailHost, startMailHost } from '#test/harness/mail.ts'
import { httpProxy, socksProxy } from '#test/harness/proxies.ts'
import type { ApiError } from '../errors/api-error.ts'
import { type Mail, sendMail } from './send.ts'
import { mailServer } from './server.ts'
import { type MailTemplate, mailContent } from './templates.ts'

const NONE = {
  SMTPServer: '',
  SMTPPort: 587,
  SMTPAccount: '',
  SMTPToken: '',
  SMTPFrom: '',
  SMTPSSLEnabled: false,
  SystemName: '测试 <站>',
}
const warnings: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
const send = <T extends MailTemplate>(options: Partial<typeof NONE>, mail: Mail<T>, proxy?: string) =>
  sendMail({ options: { values: { ...NONE, ...options } as OptionValues } as never, log, mailProxy: () => proxy }, mail)
const refusal = async (call: Promise<void>) =>
  call.then(
    () => undefined,
    (error: ApiError) => error,
  )

const code = (to: string, language: 'zh' | 'en' = 'zh'): Mail<'verification'> => ({
  to,
  template: 'verification',
  language,
  data: { code: '042137', minutes: 10 },
})

describe('a mail server', () => {
  let host: MailHost
  const auth: string[] = []
  const at = () => ({ SMTPServer: '127.0.0.1', SMTPPort: host.port, SMTPFrom: 'gateway@example.com' })

  beforeAll(async () => {
    host = await startMailHost({
      onAuth: ({ username = '', password = '' }, _session, done) => {
        auth.push(`${username} ${password}`)
        if (password === 'right') done(null, { user: username })
        else done(new Error('535 5.7.8 Bad credentials'))
      },
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('nobody@') ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
    })
  })
  afterAll(() => host.stop())

  test('gets plain text and HTML in the language, from the operator’s address and name', async () => {
    await send(at(), code('one@example.com'))
    const zh = await host.next('one@example.com')
    expect(zh).toMatchObject({ from: 'gateway@example.com', to: ['one@example.com'], subject: '测试 <站>邮箱验证邮件' })
    expect(zh.text).toContain('    042137')
    expect(zh.text).toContain('10 分钟内有效')
    expect(zh.html).toContain('>042137</p>')
    expect(zh.html).toContain('测试 &lt;站&gt;')
    expect(zh.html).not.toContain('<站>')
    await send(at(), code('one@example.com', 'en'))
    const en = await host.next('one@example.com')
    expect(en.subject).toBe('测试 <站>: verify your email address')
    expect(en.text).toContain('within 10 minutes')
  })

  test.each([httpProxy, socksProxy])('is reached by a proxy', async (open) => {
    const proxy = open()
    const url = bridgedProxyUrl(readProxyAddress(proxy.url()) as ProxyAddress)
    await send(at(), code('far@example.com'), url)
    expect((await host.next('far@example.com')).from).toBe('gateway@example.com')
    expect(proxy.seen).toEqual([expect.stringContaining(`127.0.0.1:${host.port}`)])
    proxy.stop()
  })

  test('gets a bare address in the envelope and the operator’s name of the sender in the header', async () => {
    await send({ ...at(), SMTPFrom: '"网关, Inc." <gateway@example.com>' }, code('named@example.com'))
    const mail = await host.next('named@example.com')
    expect(mail.from).toBe('gateway@example.com')
    // An encoded word (RFC 2047): percent signs for its equals signs make it a URI component.
    const [, name = ''] = /^From: =\?UTF-8\?Q\?(\S+)\?= <gateway@example\.com>/m.exec(mail.raw) ?? []
    expect(decodeURIComponent(name.replaceAll('_', ' ').replaceAll('=', '%'))).toBe('网关, Inc.')
  })

  test('gets a login where an account is set, and the account is the sender where no other is', async () => {
    const account = { SMTPAccount: 'me@example.com', SMTPToken: 'right', SMTPFrom: '' }
    await send({ ...at(), ...account }, code('two@example.com'))
    expect((await host.next('two@example.com')).from).toBe('me@example.com')
    expect(auth.at(-1)).toBe('me@example.com right')
  })

  test('that refuses is quoted, without its address', async () => {
    const wrong = await refusal(send({ ...at(), SMTPAccount: 'me', SMTPToken: 'wrong' }, code('three@example.com')))
    expect(wrong?.code).toBe('mail_failed')
    expect(wrong?.text('zh')).toContain('Bad credentials')
    const unknown = await refusal(send(at(), code('nobody@example.com')))
    expect(unknown?.text('en')).toContain('No such mailbox')
    expect(unknown?.text('en')).not.toContain('127.0.0.1')
  })

  test('gets one recipient, whatever the address looks like', async () => {
    const failure = await refusal(send(at(), code('a@example.com, b@example.com')))
    expect(host.received.flatMap(({ to }) => to)).not.toContain('b@example.com')
    expect(failure).toBeDefined()
  })
})

test('a certificate that nobody vouches for is refused, with TLS from the start and with STARTTLS', async () => {
  const implicit = await startMailHost({ secure: true })
  const upgraded = await startMailHost({ disabledCommands: [] })
  const to = (port: number, ssl: boolean) =>
    refusal(
      send(
        { SMTPServer: '127.0.0.1', SMTPPort: port, SMTPFrom: 'a@example.com', SMTPSSLEnabled: ssl },
        code('x@example.com'),
      ),
    )
  expect((await to(implicit.port, true))?.code).toBe('mail_failed')
  expect((await to(upgraded.port, false))?.code).toBe('mail_failed')
  expect(warnings.slice(-2).every((line) => line.includes('certificate'))).toBe(true)
  expect([...implicit.received, ...upgraded.received]).toEqual([])
  await Promise.all([implicit.stop(), upgraded.stop()])
})

test('a server that is away or not configured is told of', async () => {
  const gone = await startMailHost()
  await gone.stop()
  const options = { SMTPServer: '127.0.0.1', SMTPPort: gone.port, SMTPFrom: 'a@example.com' }
  const away = await refusal(send(options, code('x@example.com')))
  expect(away?.code).toBe('mail_failed')
  expect(away?.text('zh')).not.toContain('127.0.0.1')
  expect((await refusal(send({}, code('x@example.com'))))?.text('zh')).toBe('SMTP 服务器未配置')
})

describe('how a server is reached', () => {
  const reach = (options: Partial<typeof NONE>) =>
    mailServer({ ...NONE, SMTPServer: 'mail.example.com', SMTPFrom: 'a@example.com', ...options })?.connection

  test('port 465 and the option mean TLS from the start', () => {
    expect(reach({ SMTPPort: 465 })?.secure).toBe(true)
    expect(reach({ SMTPSSLEnabled: true })?.secure).toBe(true)
    expect(reach({ SMTPPort: 587 })?.secure).toBe(false)
  })

  test('a password never goes to another machine unencrypted', () => {
    const account = { SMTPAccount: 'a@example.com', SMTPToken: 'secret' }
    expect(reach(account)).toMatchObject({ requireTLS: true, auth: { user: 'a@example.com', pass: 'secret' } })
    expect(reach({ ...account, SMTPServer: '127.0.0.1' })?.requireTLS).toBe(false)
    expect(reach({})?.requireTLS).toBe(false)
  })

  test('nobody waits long for a server that is silent', () => {
    const { connectionTimeout = 0, greetingTimeout = 0, socketTimeout = 0 } = reach({}) ?? {}
    for (const limit of [connectionTimeout, greetingTimeout, socketTimeout]) expect(limit).toBeWithin(1000, 15_001)
  })
})

describe('templates', () => {
  test('have the family’s subjects', () => {
    const subject = <T extends MailTemplate>(template: T, data: Mail<T>['data']) =>
      mailContent(template, 'zh', data, '某站').subject
    expect(subject('verification', { code: '1', minutes: 10 })).toBe('某站邮箱验证邮件')
    expect(subject('password_reset', { link: 'https://x', minutes: 10 })).toBe('某站密码重置')
    expect(subject('quota_low', { quota: '$1', link: '' })).toBe('你的额度即将用尽')
    expect(subject('quota_used_up', { quota: '$0', link: '' })).toBe('你的额度已用尽')
    expect(subject('channel_test_done', {})).toBe('渠道测试完成')
  })
})
