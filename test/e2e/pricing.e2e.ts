import type { Page } from '@playwright/test'
import type { PublicPrice } from '#contract/api/public-prices.ts'
import { costOf, NO_USAGE, ratesOf, tokensUsed } from '#contract/prices/price.ts'
import { QUOTA_PER_USD } from '#contract/quota.ts'
import { type ConsoleClient, logIn } from './console-client.ts'
import { expect, further, test } from './fixtures.ts'

test.use({ start: 'empty', as: 'visitor' })

const VIP = 0.8
const CALL_USD = 0.04

test.beforeEach(async ({ client }) => {
  const set = (key: string, value: object) => client.send('PUT', '/api/option', { key, value: JSON.stringify(value) })
  await set('GroupRatio', { default: 1, vip: VIP })
  await set('ModelPrice', { painter: CALL_USD })
  const channel = { type: 1, key: 'sk-1', base_url: 'http://127.0.0.1:1' }
  const add = (name: string, models: string, group: string) =>
    client.send('POST', '/api/channel', { ...channel, name, models, group })
  await add('all', 'gpt-4o,gpt-4o-mini,painter', 'default,vip')
  await add('vip', 'gpt-5', 'vip')
})

async function rowsOf(client: ConsoleClient): Promise<Record<string, PublicPrice>> {
  const rows = await client.send<PublicPrice[]>('GET', '/api/pricing')
  return Object.fromEntries(rows.map((row) => [row.model_name, row]))
}

/** What the ledger would charge, in the form in which the page shows prices. */
function priceOf(row: PublicPrice, groupRatio: number, input: number, output: number, digits = 2): string {
  const rates = ratesOf({
    modelPrice: row.quota_type === 1 ? row.model_price : null,
    modelRatio: row.model_ratio,
    ratios: { ...NO_USAGE, output: row.completion_ratio },
    groupRatio,
    quotaPerUnit: QUOTA_PER_USD,
  })
  const usd = costOf(rates, tokensUsed(input, output)) / 1000 / QUOTA_PER_USD
  return `$${new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: 6 }).format(usd)}`
}

const MILLION = 1_000_000
const line = (page: Page, model: string) => page.locator(`[data-row="${model}"]`)

async function expectPrices(page: Page, row: PublicPrice, groupRatio: number, input = 1000, output = 1000) {
  const cells = line(page, row.model_name).getByRole('cell')
  const cost = priceOf(row, groupRatio, input, output, 6)
  if (row.quota_type === 1) await expect(cells.nth(-2)).toContainText(priceOf(row, groupRatio, 0, 0))
  else {
    await expect(cells.nth(-3)).toHaveText(priceOf(row, groupRatio, MILLION, 0))
    await expect(cells.nth(-2)).toHaveText(priceOf(row, groupRatio, 0, MILLION))
  }
  await expect(cells.nth(-1)).toHaveText(cost)
}

test('a visitor sees the prices of the ledger, and those of another group at once', async ({ page, client, t }) => {
  const rows = await rowsOf(client)
  await page.goto('/')
  await page.getByRole('link', { name: t('shell:page.pricing') }).click()
  await expect(page.getByText(t('pricing:banner.visitor', { ratio: '1' }))).toBeVisible()
  for (const row of Object.values(rows)) await expectPrices(page, row, 1)
  await expect(line(page, 'gpt-5').getByRole('img', { name: t('pricing:unavailable') })).toBeVisible()
  await expect(line(page, 'gpt-4o').getByRole('img', { name: t('pricing:available') })).toBeVisible()

  await line(page, 'gpt-5')
    .getByRole('button', { name: t('pricing:groups.view', { group: 'vip' }) })
    .click()
  await expect(page).toHaveURL('/pricing?group=vip')
  await expect(page.getByText(t('pricing:banner.other', { group: 'vip', ratio: String(VIP) }))).toBeVisible()
  for (const row of Object.values(rows)) await expectPrices(page, row, VIP)
  await expect(line(page, 'gpt-5').getByRole('img', { name: t('pricing:availableTo', { group: 'vip' }) })).toBeVisible()
  await page.getByRole('button', { name: t('pricing:banner.back') }).click()
  await expect(page).toHaveURL('/pricing')
})

test('the calculator computes what a call costs, and explains it', { tag: '@all' }, async ({ page, client, t }) => {
  const rows = await rowsOf(client)
  await page.goto('/pricing')
  await page.getByLabel(t('pricing:calculator.input'), { exact: true }).fill('123456')
  await page.getByLabel(t('pricing:calculator.output'), { exact: true }).fill('789')
  await expect(page).toHaveURL('/pricing?in=123456&out=789')
  for (const row of Object.values(rows)) await expectPrices(page, row, 1, 123_456, 789)
  await page.reload()
  await expectPrices(page, rows['gpt-4o']!, 1, 123_456, 789)
  await expect(page.getByText(t('pricing:formula.text'))).toBeVisible()
  await page.getByRole('button', { name: t('pricing:formula.open') }).click()
  await expect(page.getByText(`/ 500000 = ${priceOf(rows['gpt-4o']!, 1, 123_456, 789)}`)).toBeVisible()
})

test.describe('in a window of 1440 pixels', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the ratios stand beside the prices', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/pricing?group=vip')
    const ratios = (model: number, output: number) =>
      ['model', 'completion', 'group'].map((name, place) =>
        t(`pricing:ratio.${name}` as 'pricing:ratio.model', { ratio: String([model, output, VIP][place]) }),
      )
    await expect(page.getByRole('columnheader', { name: t('pricing:column.ratios') })).toBeVisible()
    await expect(line(page, 'gpt-4o').getByRole('cell').nth(-4)).toHaveText(ratios(1.25, 4).join(' · '))
    await expect(line(page, 'painter').getByRole('cell').nth(-3)).toHaveText(
      t('pricing:ratio.group', { ratio: String(VIP) }),
    )
  })
})

test('a link opens its model, and filters and sorting find others', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/pricing?model=gpt-4o-mini')
  await expect(page.getByRole('table', { name: t('pricing:detail.groups') })).toContainText('vip')
  await page.goto('/pricing?model=nobody')
  await expect(page.getByText(t('pricing:missing', { name: 'nobody' }))).toBeVisible()

  await page.goto('/pricing')
  const names = page.getByRole('rowheader')
  await expect(names).toHaveText(['gpt-4o', 'gpt-4o-mini', 'gpt-5', 'painter'])
  await page
    .getByRole('columnheader', { name: t('pricing:column.input') })
    .getByRole('button')
    .click()
  await expect(page).toHaveURL('/pricing?sort=input')
  await expect(names.first()).toHaveText('gpt-4o-mini')
  await expect(names.last()).toHaveText('painter')
  await page.getByRole('combobox', { name: t('pricing:filter.available') }).selectOption('no')
  await expect(names).toHaveText(['gpt-5'])
  await page
    .getByRole('main')
    .getByRole('button', { name: t('table:filter.clear') })
    .click()
  await page.getByRole('searchbox', { name: t('models:filter.searchLabel') }).fill('gpt4omini')
  await expect(names).toHaveText(['gpt-4o-mini'])
})

test('names of chosen models are copied', { tag: '@all' }, async ({ page, context, t }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/pricing')
  for (const name of ['gpt-4o', 'painter'])
    await page.getByRole('checkbox', { name: t('table:select.row', { name }), exact: true }).check()
  for (const [format, text] of [
    ['lines', 'gpt-4o\npainter'],
    ['comma', 'gpt-4o,painter'],
    ['json', '["gpt-4o","painter"]'],
  ] as const) {
    await page.getByRole('button', { name: t('pricing:bulk.copy') }).click()
    await page.getByRole('menuitem', { name: t(`pricing:bulk.${format}`), exact: true }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
})

test.describe('a thousand models', () => {
  test('are all found by the search, and a link finds the page of its model', { tag: '@all' }, async ({
    page,
    client,
    t,
  }) => {
    const many = Array.from({ length: 1000 }, (_, index) => `bulk-${index}`)
    const value = JSON.stringify(Object.fromEntries(many.map((name) => [name, 1])))
    await client.send('PUT', '/api/option', { key: 'ModelRatio', value })
    const channel = { type: 1, key: 'sk-1', base_url: 'http://127.0.0.1:1', name: 'many', models: many.join(',') }
    await client.send('POST', '/api/channel', channel)
    await page.goto('/pricing')
    await expect(page.getByRole('rowheader')).toHaveCount(100)
    await page.getByRole('searchbox', { name: t('models:filter.searchLabel') }).fill('bulk-987')
    await expect(page.getByRole('rowheader')).toHaveText(['bulk-987'])
    await page.goto('/pricing?model=bulk-987')
    await expect(line(page, 'bulk-987')).toBeInViewport()
  })
})

test('a user sees the prices of the own group', async ({ page, client, site, t }) => {
  const password = 'correct-horse'
  await client.send('POST', '/api/user', { username: 'vicky', password, display_name: 'Vicky' })
  const [user] = await client.send<{ id: number }[]>('GET', '/api/user/search?keyword=vicky')
  await client.send('PUT', '/api/user', { id: user?.id, username: 'vicky', display_name: 'Vicky', group: 'vip' })
  const vicky = await logIn(site.url, 'vicky', password)
  const { hostname } = new URL(site.url)
  await page.context().addCookies([{ ...vicky.cookie, domain: hostname, path: '/' }])
  await page.addInitScript((stored) => localStorage.setItem('user', stored), JSON.stringify(vicky.user))
  const rows = await rowsOf(client)
  await page.goto('/pricing')
  await expect(page.getByText(t('pricing:banner.own', { group: 'vip', ratio: String(VIP) }))).toBeVisible()
  for (const row of Object.values(rows)) await expectPrices(page, row, VIP)
  await expect(page.getByRole('navigation', { name: t('shell:nav.main') })).toContainText(t('shell:section.models'))
})

test('a model has examples of its first call: with the own key where somebody is logged in', { tag: '@all' }, async ({
  page,
  client,
  site,
  t,
}) => {
  const open = async () => {
    await page.goto('/pricing?model=gpt-4o')
    await page.getByRole('button', { name: t('pricing:detail.call') }).click()
    await expect(dialog.getByRole('tabpanel')).toContainText('"model":"gpt-4o"')
  }
  const dialog = page.getByRole('dialog', { name: `${t('pricing:detail.call')} · gpt-4o` })
  await open()
  await expect(dialog.getByRole('tabpanel')).toContainText('sk-YOUR-KEY')
  await dialog.getByRole('tab', { name: 'Cherry Studio' }).click()
  await expect(dialog.getByRole('tabpanel')).toContainText(`API Host: ${site.url}\n`)

  await client.send('POST', '/api/token', { name: 'laptop', unlimited_quota: true, expired_time: -1 })
  await page.context().addCookies([{ ...client.cookie, domain: new URL(site.url).hostname, path: '/' }])
  await page.evaluate((stored) => localStorage.setItem('user', stored), JSON.stringify(client.user))
  await open()
  await expect(dialog.getByRole('tabpanel')).toContainText(/Bearer sk-\w{4}••••\w{4}/)
})

test('visitors with a phone reach prices and more', { tag: '@all' }, async ({ page, t }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/')
  await page
    .getByRole('navigation', { name: t('shell:nav.site') })
    .getByRole('link', { name: t('shell:page.pricing') })
    .click()
  await expect(page.getByRole('heading', { name: t('pricing:title') })).toBeVisible()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(360)
})

for (const language of ['zh', 'en'] as const) {
  test.describe(`the list beside the sidebar, ${language}`, further(language !== 'zh', '@all'), () => {
    test.use({ language, as: 'root', viewport: { width: 1440, height: 900 } })

    test('shows dated names in full, and every row in one line', { tag: '@all' }, async ({ page, client }) => {
      const models = [
        'gpt-4o-2024-11-20',
        'gpt-4o-mini-2024-07-18',
        'gpt-3.5-turbo-instruct',
        'claude-sonnet-4-5-20250929',
      ]
      const channel = { type: 1, key: 'sk-1', name: 'dated', group: 'default,vip', models: models.join() }
      await client.send('POST', '/api/channel', channel)
      await page.goto('/pricing')
      for (const name of models) {
        const row = line(page, name)
        const tag = row.getByRole('link', { name, exact: true })
        const seen = await tag.evaluate((text) => ({
          name: text.textContent,
          cut: text.scrollWidth > text.clientWidth,
        }))
        expect(seen).toEqual({ name, cut: false })
        expect((await row.boundingBox())?.height).toBeLessThanOrEqual(30)
      }
    })
  })
}
