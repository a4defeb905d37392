import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { channelTestProgress, stopTestingChannels, testChannels } from '#contract/api/channel-checks.ts'
import { listChannels } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { testChannels as testJob } from '#server/cluster/jobs/check-channels.ts'
import { deliverMessages } from '#server/insight/alerts/deliver.ts'
import { evaluateRules } from '#server/insight/alerts/evaluate.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { LOCK_SECONDS } from '#server/platform/job-locks/job-lock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type MailHost, startMailHost } from '#test/harness/mail.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let mail: MailHost
  const db = () => relay.server.services.store.db

  beforeAll(async () => {
    mail = await startMailHost()
    await relay.option('SMTPServer', '127.0.0.1')
    await relay.option('SMTPPort', mail.port)
    await relay.option('SMTPFrom', 'gateway@example.com')
    await db().updateTable('users').set({ email: 'root@example.com' }).where('username', '=', 'root').execute()
  }, START_MS)
  afterAll(async () => {
    await mail.stop()
  })
  beforeEach(async () => {
    await db().deleteFrom('channels').execute()
    await db().deleteFrom('abilities').execute()
    mail.received.length = 0
    await options({ disable: false, enable: false, threshold: 5 })
  })

  async function options({ disable, enable, threshold }: { disable: boolean; enable: boolean; threshold: number }) {
    await relay.option('AutomaticDisableChannelEnabled', disable)
    await relay.option('AutomaticEnableChannelEnabled', enable)
    await relay.option('ChannelDisableThreshold', threshold)
  }
  const begin = () => relay.root.call(testChannels, {})
  const progress = async () => (await relay.root.call(channelTestProgress, {})).data!
  const finish = () =>
    until(async () => {
      const state = await progress()
      return state.running ? undefined : state
    })
  async function watch() {
    const now = nowInSeconds()
    await evaluateRules(relay.server.services, now, true)
    await deliverMessages(relay.server.services, now)
  }
  async function run() {
    expect(await begin()).toMatchObject({ success: true, message: '' })
    const state = await finish()
    await watch()
    return state
  }
  const row = (id: number) => db().selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const setStatus = async (id: number, status: number) => {
    await db().updateTable('channels').set({ status }).where('id', '=', id).execute()
    await db()
      .updateTable('abilities')
      .set({ enabled: Number(status === CHANNEL_STATUS.enabled) })
      .where('channel_id', '=', id)
      .execute()
    await relay.server.services.channels.reload()
  }
  const routed = (model: string) => relay.server.services.channels.tiers('default', model).flat().length > 0
  const subjects = () => mail.received.map(({ subject }) => subject)
  const dead = () => relay.channel({ models: relay.model(), key: `sk-bad-${crypto.randomUUID()}` })

  describe('testing all channels', () => {
    test('tests every one, switched off or not, and mails that it is done', async () => {
      const ids = []
      for (let i = 0; i < 8; i++) ids.push((await relay.channel({ models: relay.model() })).id)
      await setStatus(ids[0]!, CHANNEL_STATUS.disabled)
      expect(await run()).toEqual({ running: false, done: 8, total: 8, failed: 0 })
      for (const id of ids) expect((await row(id)).test_time).toBeGreaterThan(0)
      expect((await row(ids[0]!)).status).toBe(CHANNEL_STATUS.disabled)
      expect(subjects()).toEqual(['渠道测试完成'])
    })

    test('counts those that failed, which a list can show alone', async () => {
      await relay.channel({ models: relay.model() })
      const failing = await dead()
      // No small request can test it, so it counts neither as done nor as failed.
      await relay.channel({ models: 'dall-e-3' })
      expect(await run()).toEqual({ running: false, done: 2, total: 3, failed: 1 })
      const { data } = await relay.root.call(listChannels, { query: { test: 'failed' } })
      expect(data?.map(({ id }) => id)).toEqual([failing.id])
    })

    /** Seven channels that answer when they are told to. */
    async function waitingChannels() {
      const told = Promise.withResolvers<void>()
      const tests = { begun: 0, open: 0, most: 0 }
      async function answer() {
        tests.begun += 1
        tests.open += 1
        tests.most = Math.max(tests.most, tests.open)
        await told.promise
        tests.open -= 1
        return Response.json({ choices: [{ message: { role: 'assistant', content: 'hi' } }] })
      }
      for (let i = 0; i < 7; i++) await relay.channelThat(answer, { models: relay.model() })
      return { tests, answerAll: told.resolve }
    }

    test('runs once at a time, five channels at a time, and says how far it is', async () => {
      const { tests, answerAll } = await waitingChannels()
      const answers = await Promise.all([begin(), begin(), begin()])
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      for (const { success, message } of answers) if (!success) expect(message).toBe('测试已在运行中')
      await until(() => tests.open === 5)
      expect(await progress()).toMatchObject({ running: true, total: 7 })
      answerAll()
      await finish()
      expect(tests).toEqual({ begun: 7, open: 0, most: 5 })
      expect(await run()).toMatchObject({ done: 7 })
    })

    test('can be stopped: tests under way end, no other begins, and nobody is told that it is done', async () => {
      const { tests, answerAll } = await waitingChannels()
      await begin()
      await until(() => tests.open === 5)
      const stopped = await relay.root.call(stopTestingChannels, {})
      expect(stopped.data).toMatchObject({ running: false, done: 0, total: 7 })
      answerAll()
      await until(async () => (await progress()).done === 5)
      expect(await progress()).toMatchObject({ running: false, done: 5, total: 7 })
      expect(subjects()).toEqual([])
      // With nothing to stop, the call changes nothing, and the next run tests all channels.
      expect((await relay.root.call(stopTestingChannels, {})).data).toMatchObject({ running: false, done: 5 })
      expect(await run()).toMatchObject({ done: 7 })
      expect(tests.begun).toBe(5 + 7)
      expect(subjects()).toEqual(['渠道测试完成'])
    })

    test('can begin again after a node died in the middle of it', async () => {
      await relay.channel({ models: relay.model() })
      await run()
      const now = nowInSeconds()
      const lock = (until: number) =>
        db()
          .updateTable('jobs')
          .set({ holder: 'dead', lease_until: until })
          .where('name', '=', 'channel-tests')
          .execute()
      await lock(now + LOCK_SECONDS)
      expect((await begin()).message).toBe('测试已在运行中')
      await lock(now - 1)
      expect((await progress()).running).toBe(false)
      expect(await run()).toMatchObject({ done: 1 })
    })

    test('goes on when one channel cannot even be read', async () => {
      const broken = await relay.channel({ models: relay.model() })
      const fine = await relay.channel({ models: relay.model() })
      await db().updateTable('channels').set({ key: 'nonsense' }).where('id', '=', broken.id).execute()
      await relay.server.services.channels.reload()
      await run()
      expect((await row(fine.id)).test_time).toBeGreaterThan(0)
      expect((await row(broken.id)).test_time).toBe(0)
    })
  })

  describe('a channel whose key is dead', () => {
    test('is disabled with reason, mail and audit, once, and its key is not told', async () => {
      await options({ disable: true, enable: true, threshold: 5 })
      const { id, key } = await dead()
      const { models, name } = await row(id)
      await run()
      await run()
      const { status, other_info } = await row(id)
      expect(status).toBe(CHANNEL_STATUS.autoDisabled)
      expect(JSON.parse(other_info)).toMatchObject({ status_reason: expect.stringContaining('status 401') })
      expect(other_info).not.toContain(key)
      expect(routed(models)).toBe(false)
      expect(subjects().filter((subject) => subject.includes('已被禁用'))).toEqual([
        `渠道「${name}」（#${id}）已被禁用`,
      ])
      const audits = await db().selectFrom('audits').select('action').where('target_id', '=', String(id)).execute()
      expect(audits.filter(({ action }) => action === 'channel.auto_disable')).toHaveLength(1)
    })

    test('stays on without the option, or where the channel forbids it', async () => {
      const free = await dead()
      await run()
      expect((await row(free.id)).status).toBe(CHANNEL_STATUS.enabled)
      await options({ disable: true, enable: false, threshold: 5 })
      const kept = await relay.channel({ models: relay.model(), key: 'sk-bad-kept', auto_ban: 0 })
      await run()
      expect((await row(kept.id)).status).toBe(CHANNEL_STATUS.enabled)
    })
  })

  test('a slow channel is disabled, with the times as reason', async () => {
    await options({ disable: true, enable: false, threshold: 2.5 })
    const slow = await relay.channel({ models: `${relay.model()}@first_byte_ms=2600` })
    const quick = await relay.channel({ models: relay.model() })
    await run()
    expect(JSON.parse((await row(slow.id)).other_info).status_reason).toMatch(/^响应时间 \d+\.\d\ds 超过阈值 2\.50s$/)
    expect((await row(quick.id)).status).toBe(CHANNEL_STATUS.enabled)
  })

  test('a failure that says nothing about the channel disables nobody', async () => {
    await options({ disable: true, enable: false, threshold: 5 })
    const ids = [
      await relay.channel({ models: `${relay.model()}@error=500` }),
      await relay.channel({ models: `${relay.model()}@error=404` }),
      await relay.channel({ models: relay.model(), base_url: 'http://127.0.0.1:1' }),
      await relay.channel({ models: 'dall-e-3' }),
    ]
    await run()
    for (const { id } of ids) expect((await row(id)).status).toBe(CHANNEL_STATUS.enabled)
  })

  describe('a channel that has recovered', () => {
    const recovered = async (status: number) => {
      const { id } = await relay.channel({ models: relay.model() })
      await setStatus(id, status)
      return row(id)
    }

    test('is enabled again, with mail and audit, if it was switched off by itself', async () => {
      await options({ disable: false, enable: true, threshold: 5 })
      const { id, models } = await recovered(CHANNEL_STATUS.autoDisabled)
      await watch()
      expect(routed(models)).toBe(false)
      await run()
      expect(await row(id)).toMatchObject({ status: CHANNEL_STATUS.enabled, other_info: '' })
      expect(routed(models)).toBe(true)
      const abilities = await db().selectFrom('abilities').select('enabled').where('channel_id', '=', id).execute()
      expect(abilities).toEqual([{ enabled: 1 }])
      expect(subjects()).toContainEqual(expect.stringContaining(`（#${id}）已被启用`))
    })

    test('stays off without the option, or if somebody switched it off', async () => {
      const byItself = await recovered(CHANNEL_STATUS.autoDisabled)
      await run()
      expect((await row(byItself.id)).status).toBe(CHANNEL_STATUS.autoDisabled)
      await options({ disable: false, enable: true, threshold: 5 })
      const byHand = await recovered(CHANNEL_STATUS.disabled)
      await run()
      expect((await row(byHand.id)).status).toBe(CHANNEL_STATUS.disabled)
    })
  })

  test('by the clock, tests run as often as the environment says, without a mail', async () => {
    const { id } = await relay.channel({ models: relay.model() })
    const { config } = relay.server.services
    const tick = (minutes: number) =>
      testJob.run(
        { ...relay.server.services, config: { ...config, channelTestMinutes: minutes } },
        new AbortController().signal,
      )
    const begun = (at: number) =>
      db().updateTable('jobs').set({ next_run: at }).where('name', '=', 'channel-tests').execute()
    await begun(0)
    await tick(0)
    expect((await row(id)).test_time).toBe(0)
    await tick(10)
    expect((await row(id)).test_time).toBeGreaterThan(0)
    await db().updateTable('channels').set({ test_time: 1 }).execute()
    await tick(10)
    expect((await row(id)).test_time).toBe(1)
    expect(subjects()).toEqual([])
  })
})
