import { readFile } from 'node:fs/promises'
import type { Log } from '#contract/api/logs.ts'
import type { UsageRow } from '#contract/api/statistics.ts'
import { logIn } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import { MODEL } from './seed.ts'

test('the dashboard shows what the log adds up to, and leads back to it', async ({ page, t, client }) => {
  const usage = await client.send<UsageRow[]>('GET', '/api/data')
  const calls = usage.reduce((sum, { count }) => sum + count, 0)
  const spent = usage.reduce((sum, { quota }) => sum + quota, 0)

  await page.goto('/')
  await page.getByRole('link', { name: t('shell:section.overview') }).click()
  const fact = (name: string) =>
    page.getByRole('definition').locator(`xpath=../dt[.="${name}"]/following-sibling::dd[1]`)
  await expect(fact(t('dashboard:number.calls')).first()).toHaveText(String(calls))
  await expect(fact(t('dashboard:number.spent')).first()).toHaveText(`$${(spent / 500_000).toFixed(6)}`)

  const bars = page.getByRole('list', { name: t('dashboard:chart.label') }).getByRole('link')
  await expect(bars).toHaveCount(24)
  await bars.last().focus()
  await page.keyboard.press('Home')
  await expect(bars.first()).toBeFocused()
  await page.keyboard.press('End')
  const { items } = await client.send<{ items: Log[] }>('GET', '/api/log?type=2&page_size=10')
  // The last bar is this hour's, and the newest row may be from the hour before.
  const hour = (ms: number) => Math.floor(ms / 3_600_000)
  const hoursAgo = hour(Date.now()) - hour((items[0]?.created_at ?? 0) * 1000)
  for (let i = 0; i < hoursAgo; i++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/log\?.*from=\d+/)
  await expect(page.getByText(items[0]?.token_name ?? '').first()).toBeVisible()

  await page.goBack()
  await page.locator('a[href^="/log"]', { hasText: MODEL }).click()
  await expect(page).toHaveURL(new RegExp(`model_name=${MODEL}`))
})

test('period, step and measure live in the URL and survive a reload', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/detail')
  await page.getByLabel(t('dashboard:filter.period')).selectOption(t('dashboard:period.7d'))
  await expect(page).toHaveURL('/detail?period=7d')
  await page.getByLabel(t('dashboard:filter.metric')).selectOption(t('dashboard:metric.count'))
  await page.getByLabel(t('dashboard:filter.step')).selectOption(t('dashboard:step.hour'))
  await page.reload()
  await expect(
    page.getByRole('heading', { name: new RegExp(`^${t('dashboard:chart.title.model.count')}`) }),
  ).toBeVisible()
  await expect(page.getByLabel(t('dashboard:filter.step'))).toHaveValue('hour')
  await page.goto('/detail?period=100y&step=second&metric=luck')
  await expect(page.getByLabel(t('dashboard:filter.period'))).toHaveValue('24h')
})

test('spend is told by token, channel and user, down to the calls of each', { tag: '@all' }, async ({
  page,
  t,
  client,
}) => {
  const usage = await client.send<UsageRow[]>('GET', '/api/data?by=token')
  const most = usage.toSorted((a, b) => b.quota - a.quota)[0]
  await page.goto('/detail')
  await page.getByLabel(t('dashboard:filter.by')).selectOption(t('dashboard:by.token'))
  await expect(page).toHaveURL('/detail?by=token')
  await expect(
    page.getByRole('heading', { name: new RegExp(`^${t('dashboard:chart.title.token.quota')}`) }).first(),
  ).toBeVisible()
  const name = `${most?.by_name} · root`
  await page.getByText(t('dashboard:table.title')).click()
  await expect(page.getByRole('columnheader', { name })).toBeVisible()
  await page.getByRole('link', { name }).click()
  await expect(page).toHaveURL(new RegExp(`/log\\?.*token_id=${most?.by_id}`))
  const chip = t('logs:chip.token', { id: most?.by_id ?? 0, name: most?.by_name ?? '' })
  await expect(page.getByRole('button', { name: t('logs:chip.remove', { filter: chip }) })).toBeVisible()

  await page.goto('/detail?by=channel')
  await expect(page.getByRole('link', { name: 'main', exact: true })).toHaveAttribute('href', /^\/channel\/\d+$/)
  await page.locator('a[href^="/log"]', { hasText: 'main' }).click()
  await expect(page).toHaveURL(/\/log\?.*channel=\d/)
  await page.goto('/detail?by=user&period=7d')
  const bar = page
    .getByRole('list', { name: t('dashboard:chart.label') })
    .locator('[data-part]')
    .last()
  await bar.click()
  await expect(page).toHaveURL(/\/log\?.*username=root/)
})

test('the table and its file say the same', { tag: '@all' }, async ({ page, t, client }) => {
  const usage = await client.send<UsageRow[]>('GET', '/api/data')
  await page.goto('/detail')
  await page.getByText(t('dashboard:table.title')).click()
  await expect(page.locator('details').getByRole('table').getByRole('row')).not.toHaveCount(1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('dashboard:table.csv') }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/)
  const head = lines[0]?.split(',') ?? []
  const column = head.findIndex((name) => name.startsWith('count'))
  expect(column).toBeGreaterThanOrEqual(0)
  const counted = lines.slice(1).reduce((sum, line) => sum + Number(line.split(',')[column]), 0)
  expect(counted).toBe(usage.reduce((sum, { count }) => sum + count, 0))
})

test('an administrator looks at one user, and a user at nobody else', async ({ page, t, client, site }) => {
  await page.goto('/detail')
  await page.getByLabel(t('dashboard:filter.user')).fill('nobody')
  await expect(page.getByText(t('dashboard:empty.title'))).toBeVisible()
  const known = { username: 'dora', password: 'doras-password', display_name: 'dora' }
  await client.send('POST', '/api/user', known)
  const dora = await logIn(site.url, known.username, known.password)
  await page.context().addCookies([{ ...dora.cookie, url: site.url }])
  await page.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(dora.user))
  await page.goto('/detail?username=root&by=channel')
  await expect(page.getByText(t('dashboard:empty.title'))).toBeVisible()
  await expect(page.getByLabel(t('dashboard:filter.user'))).toHaveCount(0)
  const words = await page.getByLabel(t('dashboard:filter.by')).getByRole('option').allTextContents()
  expect(words).toEqual([t('dashboard:by.model'), t('dashboard:by.token')])
  await expect(page.getByLabel(t('dashboard:filter.by'))).toHaveValue('model')
})
