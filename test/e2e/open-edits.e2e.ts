import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { expect } from './fixtures.ts'
import { dialog, type OpenState, press, testOpenStates } from './open-state.ts'
import { MODEL } from './seed.ts'

/** A setting whose value no other test depends on, and the settings page that shows it alone. */
const OPTION = 'DataExportInterval'
const AT_OPTION = `/setting?tab=operation&q=${OPTION}`

/** What opens where records are changed, also by two people at once. */
const STATES: Record<string, OpenState> = {
  'report of an incident': {
    path: '/status',
    async open(page, t) {
      await press(page, t('status:report'))
      return dialog(page, t('status:dialog.report'))
    },
  },
  'incident that goes on': {
    path: '/status',
    prepare: (client) => client.send('POST', '/api/incident', { title: 'Slow', body: '**Looking**', models: [MODEL] }),
    async open(page, t) {
      await press(page, t('status:incident.change'))
      return dialog(page, t('status:dialog.change'))
    },
  },
  'question before an incident is deleted': {
    path: '/status',
    prepare: (client) => client.send('POST', '/api/incident', { title: 'Gone soon', body: '', models: [] }),
    async open(page, t) {
      await press(page, t('status:incident.remove'))
      return dialog(page)
    },
  },
  'history of a setting': {
    path: AT_OPTION,
    prepare: (client) => client.send('PUT', '/api/option', { key: OPTION, value: '4' }),
    async open(page, t) {
      const label = t(`options:option.${OPTION}.label`)
      await press(page, t('settings:history.open', { label }))
      return dialog(page, t('settings:history.title', { label }))
    },
  },
  'setting that somebody else changed meanwhile': {
    path: AT_OPTION,
    async open(page, t, client) {
      await page.getByRole('textbox', { name: t(`options:option.${OPTION}.label`), exact: true }).fill('7')
      await client.send('PUT', '/api/option', { key: OPTION, value: '6' })
      await press(page, t('settings:bar.review'))
      return dialog(page)
    },
  },
  'channel that somebody else changed meanwhile': {
    path: '/channel',
    async open(page, t, client) {
      const channels = await client.send<{ id: number; status: number }[]>('GET', '/api/channel?page_size=50')
      const unused = channels.find(({ status }) => status === CHANNEL_STATUS.disabled)
      await page.goto(`/channel/edit/${unused?.id}`)
      const drawer = dialog(page, t('channels:form.update'))
      await drawer.getByRole('textbox', { name: t('channels:form.priority'), exact: true }).fill('81')
      await client.send('PUT', '/api/channel', { id: unused?.id, priority: 82 })
      await page.keyboard.press('ControlOrMeta+Enter')
      return dialog(page, t('form:conflict.title'))
    },
  },
  'failed call with its error code': {
    path: '/log?status=failed&range=all',
    async prepare(client, url) {
      const token = await client.send<{ key: string }>('POST', '/api/token', { name: 'failing', unlimited_quota: true })
      const headers = { Authorization: `Bearer sk-${token.key}` }
      const messages = [{ role: 'user', content: 'Anybody?' }]
      const body = JSON.stringify({ model: MODEL, messages, fake: { error: 500 } })
      await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
      const failed = () => client.send<{ items: unknown[] }>('GET', '/api/log?status=failed&page_size=10')
      await expect.poll(async () => (await failed()).items.length).toBeGreaterThan(0)
    },
    async open(page, t) {
      await page.locator('[data-row]').first().getByRole('link').first().click()
      return page.getByRole('dialog').getByText(t('logs:fact.code'))
    },
  },
  'calculator of prices': {
    path: '/pricing',
    async open(page, t) {
      await page.getByRole('textbox', { name: t('pricing:calculator.input') }).fill('2000')
      return page.getByText('$0.0').first()
    },
  },
}

testOpenStates(STATES)
