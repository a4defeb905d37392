import { expect, test } from 'bun:test'
import { updateChannel } from '#contract/api/channels.ts'
import { listLogs } from '#contract/api/logs.ts'
import { channelHealth, healthCell } from '#contract/api/traffic.ts'
import { answer, calls } from '#test/dom/api.ts'
import { openConsole } from '#test/dom/console.tsx'
import { field, link, person, press, role, t, text, until } from '#test/dom/page.ts'
import { aChannel, aLog, anAudit, aUser } from '#test/dom/records.ts'
import { sampleOf } from '#test/dom/sample.ts'
import { answerSite } from '#test/dom/site.ts'

const tab = role('tab')
const panel = role('tabpanel')
const dialogText = () => document.querySelector('[role=dialog]')?.textContent ?? ''

function answerAll() {
  answerSite({
    channels: [aChannel({ id: 1, name: 'main', models: 'gpt-4o,o3', status: 1 })],
    users: [aUser({ id: 7, username: 'ann', quota: 1_000_000 })],
    audits: [anAudit({ id: 3, target_kind: 'channel', target_id: '1' })],
  })
  const cell = { ...sampleOf(healthCell), channel_id: 1, channel_status: 1, failed: { server: 1 }, served: 3 }
  const first_byte_ms = { p50: 420, p95: 900 }
  answer(channelHealth, ({ query }) => ({
    data: [{ ...cell, first_byte_ms, model_name: query.by ? '' : 'gpt-4o', slices: [], errors: [] }],
    step: 3600,
  }))
  answer(listLogs, () => ({
    data: { items: [aLog({ id: 5, model_name: 'gpt-4o', channel: 1 })], total: 1, page: 0, page_size: 20 },
  }))
  answer(updateChannel, ({ body }) => ({ data: aChannel({ id: 1, name: 'main', status: Number(body.status) }) }))
}

test('a channel opens as its form, below what real calls say of it', async () => {
  answerAll()
  await openConsole('/channel/edit/1')
  await until(() => expect(dialogText()).toContain('75%'))
  expect(dialogText()).toContain('420 ms')
  expect(tab(t('form:object.settings')).getAttribute('aria-selected')).toBe('true')
  expect(field(t('channels:form.name')).value).toBe('main')
})

test('the tabs of a channel are in the URL, and what was typed stays behind them', async () => {
  answerAll()
  const { router } = await openConsole('/channel/edit/1')
  const name = () => field(t('channels:form.name'))
  await until(() => expect(name().value).toBe('main'))
  name().focus()
  await person.type(name(), 'x')
  await press(() => tab(t('channels:column.models')))
  await until(() => expect(panel().textContent).toContain('o3'))
  expect(panel().textContent).toContain('75%')
  expect(router.state.location.search).toMatchObject({ view: 'models' })
  await press(() => tab(t('form:object.calls')))
  await until(() => link(t('form:object.allCalls')))
  expect(calls.some(({ what }) => what.startsWith('GET /api/log'))).toBe(true)
  await press(() => tab(t('form:object.settings')))
  expect(name().value).toBe('mainx')
})

test('the switch of a channel stands in its head', async () => {
  answerAll()
  await openConsole('/channel/edit/1?view=overview')
  await press(() => role('switch')(t('channels:row.disable', { name: 'main' })))
  await until(() => expect(calls.some(({ what }) => what.startsWith('PUT /api/channel'))).toBe(true))
  await until(() => text(t('channels:toast.disabled', { name: 'main' })))
})
