import type { Page } from '@playwright/test'
import type { Channel } from '#contract/api/channels.ts'
import type { Token } from '#contract/api/tokens.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { ConsoleClient } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

test.use({ start: 'empty' })

const COUNT = 12

/** The calls that changed something while the test ran. */
function changesOf(page: Page): string[] {
  const changes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.startsWith('/api/')) changes.push(`${request.method()} ${pathname}`)
  })
  return changes
}

async function chooseAll(page: Page, t: Texts) {
  await page.getByRole('checkbox', { name: t('table:select.page') }).check()
  await page.getByRole('button', { name: t('table:select.matching', { total: String(COUNT) }) }).click()
  await expect(page.getByText(t('table:select.count', { count: COUNT }))).toBeVisible()
}

const bar = (page: Page, t: Texts) => page.getByRole('region', { name: t('table:select.bar') })

test.describe('channels', () => {
  const statuses = async (client: ConsoleClient) => {
    const channels = await client.send<Channel[]>('GET', '/api/channel?page_size=100&id_sort=true')
    return Object.fromEntries(channels.map(({ id, status }) => [id, status]))
  }

  test.beforeEach(async ({ site, client }) => {
    const key = Array.from({ length: COUNT }, (_, index) => `sk-${index}`).join('\n')
    const channel = { type: 1, base_url: site.upstreamUrl, models: 'gpt-4o,gpt-5', name: 'gate', key }
    const [first, second] = await client.send<Channel[]>('POST', '/api/channel', channel)
    await client.send('PUT', '/api/channel', { id: first!.id, status: CHANNEL_STATUS.disabled })
    await client.send('PUT', '/api/channel', { id: second!.id, status: CHANNEL_STATUS.autoDisabled })
  })

  test('are disabled after a preview, in one call, and undo restores exactly these', async ({ page, client, t }) => {
    const before = await statuses(client)
    const changes = changesOf(page)
    await page.goto('/channel')
    await chooseAll(page, t)
    await bar(page, t)
      .getByRole('button', { name: t('common:action.disable') })
      .click()
    const dialog = page.getByRole('dialog', { name: t('channels:bulk.disable.title', { count: COUNT - 1 }) })
    await expect(dialog).toContainText(t('channels:bulk.unserved', { count: 2, models: 'gpt-4o, gpt-5' }))
    await expect(dialog).toContainText(t('channels:bulk.disable.others', { count: 1 }))
    await expect(dialog).toContainText(`${t('channels:status.enabled')} ${COUNT - 2}`)
    expect(await statuses(client)).toEqual(before)
    await dialog.getByRole('button', { name: t('common:action.cancel') }).click()
    await expect(bar(page, t)).toBeVisible()

    await bar(page, t)
      .getByRole('button', { name: t('common:action.disable') })
      .click()
    await dialog.getByRole('button', { name: t('channels:bulk.disable.action', { count: COUNT - 1 }) }).click()
    await expect(page.getByText(t('channels:bulk.disabled', { count: COUNT - 1 }))).toBeVisible()
    await expect(bar(page, t)).toBeHidden()
    expect(Object.values(await statuses(client))).toEqual(Array(COUNT).fill(CHANNEL_STATUS.disabled))
    expect(changes).toEqual(Array(3).fill('POST /api/channel/batch/status'))

    await page.getByRole('button', { name: t('common:action.undo') }).click()
    await expect(page.getByText(t('channels:bulk.restored', { count: COUNT - 1 }))).toBeVisible()
    expect(await statuses(client)).toEqual(before)
    await expect(page.getByRole('row').filter({ hasText: t('channels:status.enabled') })).toHaveCount(10)
  })

  test.describe('when the server refuses', () => {
    test.use({ expectedErrors: /status of 429/ })
  })
})

test.describe('tokens', () => {
  const expired = 'too old'

  test.beforeEach(async ({ client }) => {
    const names = Array.from({ length: COUNT - 1 }, (_, index) => `app-${index}`)
    await client.send('POST', '/api/token/batch/create', { names, unlimited_quota: true })
    await client.send('POST', '/api/token', { name: expired, unlimited_quota: true, expired_time: 1000 })
  })
  const _statuses = async (client: ConsoleClient) =>
    (await client.send<Token[]>('GET', '/api/token?size=100')).map(({ status }) => status)
})
