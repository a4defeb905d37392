import type { Page } from '@playwright/test'
import type { Channel } from '#contract/api/channels.ts'
import type { Token } from '#contract/api/tokens.ts'
import { CHANNEL_STATUS, TOKEN_STATUS } from '#contract/statuses.ts'
import type { ConsoleClient } from './console-client.ts'
import { expect, held, test } from './fixtures.ts'
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

  test('are enabled, and undo switches off only those that were off', { tag: '@all' }, async ({ page, client, t }) => {
    const before = await statuses(client)
    await page.goto('/channel')
    await chooseAll(page, t)
    await bar(page, t)
      .getByRole('button', { name: t('common:action.enable') })
      .click()
    await page.getByRole('button', { name: t('channels:bulk.enable.action', { count: 2 }) }).click()
    await expect(page.getByText(t('channels:bulk.enabled', { count: 2 }))).toBeVisible()
    await page.getByRole('button', { name: t('common:action.undo') }).click()
    await expect(page.getByText(t('channels:bulk.restored', { count: 2 }))).toBeVisible()
    expect(await statuses(client)).toEqual(before)
  })

  test('can be chosen as soon as they are there', { tag: '@all' }, async ({ page, t }) => {
    const list = await held(page, /\/api\/channel\/?\?/)
    await page.goto('/channel')
    await expect(page.getByRole('checkbox', { name: t('table:select.page') })).toBeDisabled()
    list.release()
    await chooseAll(page, t)
  })

  test.describe('when the server refuses', () => {
    test.use({ expectedErrors: /status of 429/ })

    test('stay chosen and as they are', { tag: '@all' }, async ({ page, client, t }) => {
      const before = await statuses(client)
      await page.route('**/api/channel/batch/status', (route) =>
        route.request().postDataJSON().dry_run ? route.continue() : route.fulfill({ status: 429, json: {} }),
      )
      await page.goto('/channel')
      await chooseAll(page, t)
      await bar(page, t)
        .getByRole('button', { name: t('common:action.disable') })
        .click()
      await page.getByRole('button', { name: t('channels:bulk.disable.action', { count: COUNT - 1 }) }).click()
      await expect(page.getByText(t('common:error.tooMany')).first()).toBeVisible()
      await expect(page.getByText(t('table:select.count', { count: COUNT }))).toBeVisible()
      expect(await statuses(client)).toEqual(before)
    })
  })

  test('are deleted together in one call', { tag: '@all' }, async ({ page, t }) => {
    const changes = changesOf(page)
    await page.goto('/channel')
    await chooseAll(page, t)
    await expect(bar(page, t).getByRole('button', { name: t('common:action.delete') })).toBeHidden()
    await page.getByRole('switch', { name: t('channels:toolbar.batch') }).click()
    await bar(page, t)
      .getByRole('button', { name: t('common:action.delete') })
      .click()
    await page.getByRole('button', { name: t('channels:delete.actionMany', { count: COUNT }) }).click()
    await expect(page.getByText(t('channels:bulk.deleted', { count: COUNT }))).toBeVisible()
    await expect(page.getByText(t('channels:empty.title'), { exact: true })).toBeVisible()
    expect(changes).toEqual(['POST /api/channel/batch'])
  })
})

test.describe('tokens', () => {
  const expired = 'too old'

  test.beforeEach(async ({ client }) => {
    const names = Array.from({ length: COUNT - 1 }, (_, index) => `app-${index}`)
    await client.send('POST', '/api/token/batch/create', { names, unlimited_quota: true })
    await client.send('POST', '/api/token', { name: expired, unlimited_quota: true, expired_time: 1000 })
  })
  const statuses = async (client: ConsoleClient) =>
    (await client.send<Token[]>('GET', '/api/token?size=100')).map(({ status }) => status)

  test('that cannot be enabled are named and stay chosen', { tag: '@all' }, async ({ page, client, t }) => {
    await page.goto('/token')
    await chooseAll(page, t)
    await bar(page, t)
      .getByRole('button', { name: t('common:action.disable') })
      .click()
    await page.getByRole('button', { name: t('tokens:bulk.disable.action', { count: COUNT }) }).click()
    await expect(page.getByText(t('tokens:bulk.disabled', { count: COUNT }))).toBeVisible()
    expect(await statuses(client)).toEqual(Array(COUNT).fill(TOKEN_STATUS.disabled))

    await chooseAll(page, t)
    await bar(page, t)
      .getByRole('button', { name: t('common:action.enable') })
      .click()
    const dialog = page.getByRole('dialog', { name: t('tokens:bulk.enable.title', { count: COUNT - 1 }) })
    await expect(dialog).toContainText(`(${expired})`)
    await dialog.getByRole('button', { name: t('tokens:bulk.enable.action', { count: COUNT - 1 }) }).click()
    await expect(page.getByText(t('tokens:bulk.enabled', { count: COUNT - 1 }))).toBeVisible()
    await expect(page.getByText(t('table:select.count', { count: 1 }))).toBeVisible()
    // The newest message is the first.
    await page
      .getByRole('button', { name: t('common:action.undo') })
      .first()
      .click()
    await expect(page.getByText(t('tokens:bulk.restored', { count: COUNT - 1 }))).toBeVisible()
    expect(await statuses(client)).toEqual(Array(COUNT).fill(TOKEN_STATUS.disabled))
  })

  test('are created by the hundred in one call', { tag: '@all' }, async ({ page, client, t }) => {
    const changes = changesOf(page)
    await page.goto('/token/add')
    await page.getByLabel(t('tokens:form.name'), { exact: true }).fill('many')
    await page.getByRole('textbox', { name: t('tokens:form.count') }).fill('100')
    await page.getByRole('button', { name: t('tokens:form.submit'), exact: true }).click()
    await expect(page.getByText(t('tokens:created', { count: 100 }))).toBeVisible()
    expect(changes).toEqual(['POST /api/token/batch/create'])
    expect((await client.send<Token[]>('GET', '/api/token/search?keyword=many&size=100')).length).toBe(100)
  })
})
