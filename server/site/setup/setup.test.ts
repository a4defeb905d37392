import { describe, expect, test } from 'bun:test'
import { updateChannel } from '#contract/api/channels.ts'
import { testMail } from '#contract/api/options.ts'
import { updateSelf } from '#contract/api/session.ts'
import { getSetup, recordSetup, type SetupFacts } from '#contract/api/setup.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { testChannel } from '#server/channels/checks/test-channel.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { startMailHost } from '#test/harness/mail.ts'
import { setOptions } from '#test/harness/options.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'

const NEW_SITE: SetupFacts = {
  default_password: true,
  language_chosen: false,
  server_address: '',
  channels: 'none',
  unpriced: 0,
  alerts: 0,
  called: false,
  entry_reviewed: false,
  mail: 'open',
  hidden: [],
}

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  const facts = async () => (await relay.root.call(getSetup, {})).data!
  const record = (body: Parameters<typeof relay.root.call<typeof recordSetup>>[1]['body']) =>
    relay.root.call(recordSetup, { body })
  const set = (values: Parameters<typeof setOptions>[1]) => setOptions(relay.server, values)

  // One site, starting with the first start: each test continues from the previous one.
  describe('a new site', () => {
    test('has everything before it', async () => {
      expect(await facts()).toEqual(NEW_SITE)
    })

    test('has a channel, which a test proves; a test is no call', async () => {
      const { id } = await relay.channel({ models: 'gpt-4o-mini,nobody-knows' })
      expect(await facts()).toEqual({ ...NEW_SITE, channels: 'unproven', unpriced: 1 })
      expect((await testChannel(relay.server.services, id, 'gpt-4o-mini')).failure).toBeUndefined()
      const { db } = relay.server.services.store
      await until(async () => (await db.selectFrom('quota_data').select('id').execute()).length > 0, START_MS)
      expect(await facts()).toEqual({ ...NEW_SITE, channels: 'proven', unpriced: 1 })

      await relay.root.call(updateChannel, { body: { id, status: CHANNEL_STATUS.disabled } })
      expect(await facts()).toEqual({ ...NEW_SITE, channels: 'unproven' })
      await relay.root.call(updateChannel, { body: { id, status: CHANNEL_STATUS.enabled } })
      await db.updateTable('channels').set({ test_error: '{"code":"x"}' }).where('id', '=', id).execute()
      expect((await facts()).channels).toBe('unproven')
      await db.updateTable('channels').set({ test_error: '', test_time: 0 }).where('id', '=', id).execute()
      expect((await facts()).channels).toBe('unproven')
    })

    test('has served a call, also when no log is kept; a channel that has earned something needs no test', async () => {
      await set({ LogConsumeEnabled: false })
      const token = await relay.token()
      expect((await relay.chat(token, { model: 'nobody-knows' })).status).toBe(400)
      await relay.server.services.failedCalls.flush()
      expect((await facts()).called).toBe(false)
      expect((await relay.chat(token, { model: 'gpt-4o-mini', fake: { tokens: 1000 } })).status).toBe(200)
      await until(async () => (await facts()).called, START_MS)
      expect((await facts()).channels).toBe('proven')
    })

    test('has its prices and its address', async () => {
      await set({ ModelRatio: { 'nobody-knows': 1 }, ServerAddress: 'https://gateway.example.com/' })
      expect(await facts()).toMatchObject({ unpriced: 0, server_address: 'https://gateway.example.com' })
    })

    test('has another password', async () => {
      const body = { original_password: '123456', password: 'not-well-known' }
      expect((await relay.root.call(updateSelf, { body })).success).toBe(true)
      expect((await facts()).default_password).toBe(false)
    })
  })

  test('has a language as soon as it was chosen, the default one as well', async () => {
    expect((await facts()).language_chosen).toBe(false)
    await set({ ErrorLanguage: 'zh' })
    expect((await facts()).language_chosen).toBe(true)
  })

  test('who may enter is decided by a change of an option, or by keeping all of them', async () => {
    expect((await facts()).entry_reviewed).toBe(false)
    await set({ RegisterEnabled: false })
    expect((await facts()).entry_reviewed).toBe(true)
    await set({ RegisterEnabled: true })
    expect((await facts()).entry_reviewed).toBe(false)
    await record({ entry: 'reviewed' })
    expect((await facts()).entry_reviewed).toBe(true)
  })

  test('a test mail counts for the options that it was sent with, saved before or after', async () => {
    const host = await startMailHost()
    const values = { SMTPServer: '127.0.0.1', SMTPPort: String(host.port), SMTPFrom: 'gateway@example.com' }
    const sent = await relay.root.call(testMail, { body: { to: 'one@example.com', values } })
    expect(sent.data?.step).toBe('taken')
    expect((await facts()).mail).toBe('open')
    await set(values)
    expect((await facts()).mail).toBe('tested')
    await set({ SMTPToken: 'another password' })
    expect((await facts()).mail).toBe('open')
    await set({ SMTPToken: '' })
    expect((await facts()).mail).toBe('tested')

    await host.stop()
    expect((await relay.root.call(testMail, { body: { to: 'one@example.com', values } })).data?.step).toBe('connection')
    expect((await facts()).mail).toBe('tested')
  })

  test('mails that are not needed are needed when a mail server is set up, or registration asks for them', async () => {
    await set({ SMTPServer: '', SMTPPort: 587, SMTPFrom: '' })
    await record({ mail: 'not_needed' })
    expect((await facts()).mail).toBe('not_needed')
    await set({ EmailVerificationEnabled: true })
    expect((await facts()).mail).toBe('open')
    await set({ EmailVerificationEnabled: false })
    expect((await facts()).mail).toBe('not_needed')
    await set({ SMTPServer: 'mail.example.com' })
    expect((await facts()).mail).toBe('open')
  })

  test('what was open when the list was hidden is remembered, and nothing that is no step', async () => {
    await record({ hidden: ['mail', 'prices'] })
    expect((await facts()).hidden).toEqual(['prices', 'mail'])
    await record({ hidden: [] })
    expect((await facts()).hidden).toEqual([])
    expect((await record({ hidden: ['anything'] as never })).success).toBe(false)
    expect((await record({ mail: 'tested' as never })).success).toBe(false)
  })
})
