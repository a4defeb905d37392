import { describe, expect, test } from 'bun:test'
import { recoverChannel, reportFalseAlarm } from '#contract/api/channel-checks.ts'
import { updateChannel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'
import { autoDisable } from '../auto-disable.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const { autoDisabled, disabled, enabled } = CHANNEL_STATUS

  const stored = (id: number) =>
    relay.server.services.store.db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const enabledAudits = async (id: number) => {
    const { db } = relay.server.services.store
    const rows = await db.selectFrom('audits').selectAll().where('target_id', '=', String(id)).execute()
    return rows.filter(({ action }) => action === 'channel.auto_enable')
  }
  async function recover(id: number) {
    const { status: _, headers: __, ...answer } = await relay.root.call(recoverChannel, { params: { id } })
    return answer as { success: boolean; message: string; time: number; enabled?: boolean }
  }
  /** Creates a channel that was disabled automatically. */
  async function off(given: { key?: string } = {}) {
    const model = relay.model()
    const { id } = await relay.channel({ models: model, ...given })
    await autoDisable(relay.server.services, id, 'the key was refused', 'key')
    return { id, model }
  }

  test('a channel that answers again is enabled, and takes calls at once', async () => {
    const { id, model } = await off()
    const routed = () => relay.server.services.channels.tiers('default', model).flat().length > 0
    expect(routed()).toBe(false)
    expect(await recover(id)).toEqual({ success: true, message: '', time: expect.any(Number), enabled: true })
    expect(await stored(id)).toMatchObject({ status: enabled, other_info: '', test_error: '' })
    expect(routed()).toBe(true)
    expect(await enabledAudits(id)).toMatchObject([{ actor_name: 'root' }])
  })

  test('one that does not answer stays off with its reason, and the refusal says why', async () => {
    const { id } = await off({ key: 'sk-bad' })
    const answer = await recover(id)
    expect(answer).toMatchObject({ success: false, time: expect.any(Number) })
    expect(answer.message).toContain('401')
    expect(answer.enabled).toBeUndefined()
    const row = await stored(id)
    expect(row.status).toBe(autoDisabled)
    expect(JSON.parse(row.other_info)).toMatchObject({ status_reason: 'the key was refused' })
    expect(row.test_time).toBeGreaterThan(0)
    expect(await enabledAudits(id)).toEqual([])
  })

  describe('a false alarm', () => {
    const report = (id: number, never: boolean) =>
      relay.root.call(reportFalseAlarm, { params: { id }, body: { never } })

    test('enables the channel without a test, and what failed there counts no more', async () => {
      const { id, model } = await off({ key: 'sk-bad' })
      const { circuits } = relay.server.services
      for (let n = 0; n < 3; n++) {
        circuits.failed(id, model, { kind: 'key', status: 401, message: 'no', requestId: `r${n}` })
      }
      expect((await report(id, false)).data).toEqual({ enabled: true })
      expect(await stored(id)).toMatchObject({ status: enabled, other_info: '', auto_ban: 1 })
      expect(circuits.isHealthy(id, model)).toBe(true)
      expect(await enabledAudits(id)).toMatchObject([{ actor_name: 'root' }])
      expect((await report(id, false)).data).toEqual({ enabled: false })
    })

    test('may keep the server from disabling the channel again', async () => {
      const { id } = await off()
      expect((await report(id, true)).data).toEqual({ enabled: true })
      expect(await stored(id)).toMatchObject({ status: enabled, auto_ban: 0 })
      expect(relay.server.services.channels.byId(id)?.autoBan).toBe(false)
    })
  })

  test('a channel that is disabled keeps the rule and the failures that led to it', async () => {
    await relay.option('AutomaticDisableChannelEnabled', true)
    const model = relay.model()
    const dead = await relay.channel({ models: model })
    relay.upstream.set({ error: 401 }, dead.key)
    const answer = await relay.chat(await relay.token(), { model })
    const id = answer.headers.get('x-oneapi-request-id')
    await until(async () => (await stored(dead.id)).status === autoDisabled)
    const note = JSON.parse((await stored(dead.id)).other_info)
    expect(note).toMatchObject({ rule: 'key', samples: [{ model, kind: 'key', status: 401, request_id: id }] })
    expect(JSON.stringify(note)).not.toContain(dead.key)
    await relay.option('AutomaticDisableChannelEnabled', false)
  })

  test('one whose enabling breaks off stays off wholly, and is enabled the next time', async () => {
    const { id, model } = await off()
    const { db } = relay.server.services.store
    const routed = async () => {
      const rows = await db.selectFrom('abilities').select('enabled').where('channel_id', '=', id).execute()
      return {
        stored: rows.map(({ enabled }) => enabled),
        now: relay.server.services.channels.tiers('default', model).flat().length,
      }
    }
    await db.schema.alterTable('audits').renameTo('audits_away').execute()
    expect(await recover(id)).toMatchObject({ success: false })
    await db.schema.alterTable('audits_away').renameTo('audits').execute()
    const { status, other_info } = await stored(id)
    expect({ status, reason: JSON.parse(other_info).status_reason }).toEqual({
      status: autoDisabled,
      reason: 'the key was refused',
    })
    expect(await routed()).toEqual({ stored: [0], now: 0 })
    expect(await recover(id)).toMatchObject({ success: true, enabled: true })
    expect(await routed()).toEqual({ stored: [1], now: 1 })
  })

  test('one that somebody switched off stays off', async () => {
    const { id } = await off()
    await relay.root.call(updateChannel, { body: { id, status: disabled } })
    expect(await recover(id)).toMatchObject({ success: true, enabled: false })
    expect((await stored(id)).status).toBe(disabled)
  })

  test('one that there is not is refused', async () => {
    expect(await recover(999_999)).toMatchObject({ success: false, message: '渠道未找到，请刷新页面后重试。' })
  })
})
