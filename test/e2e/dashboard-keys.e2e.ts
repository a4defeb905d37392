import type { Page } from '@playwright/test'
import type { UsageRow } from '#contract/api/statistics.ts'
import { violations } from './axe.ts'
import { expect, further, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

const barsOf = (page: Page, t: Texts) => page.getByRole('list', { name: t('dashboard:chart.label') }).getByRole('link')
const inChart = (page: Page) => page.evaluate(() => document.activeElement?.closest('figure') !== null)

/** Goes on with Tab until the focus is in the chart. */
async function tabToChart(page: Page) {
  for (let stops = 0; stops < 80; stops++) {
    if (await inChart(page)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach the chart')
}

for (const language of ['en', 'zh'] as const) {
  test.describe(`in ${language}`, further(language !== 'en'), () => {
    test.use({ language })

    test('by keyboard alone, a part of a bar leads to its calls of that hour', { tag: '@all' }, async ({
      page,
      t,
      client,
    }) => {
      const usage = await client.send<UsageRow[]>('GET', '/api/data')
      const most = usage.toSorted((a, b) => b.quota - a.quota)[0]
      await page.goto('/detail')
      const bars = barsOf(page, t)
      const said = page.locator('figure').getByRole('status')
      await expect(bars).toHaveCount(24)
      await tabToChart(page)
      await expect(bars.last()).toBeFocused()
      await page.keyboard.press('Tab')
      expect(await inChart(page), 'the chart is one stop').toBe(false)
      await page.keyboard.press('Shift+Tab')
      await expect(bars.last()).toBeFocused()
      await expect(said).toHaveText('')

      // The calls may have been made in the hour before this one.
      const parts = bars.last().locator('[data-part]')
      if ((await parts.count()) === 0) await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowUp')
      await expect(said).toContainText(`${most?.model_name}`)
      await page.keyboard.press('ArrowDown')
      await expect(said).not.toContainText(`${most?.model_name}`)
      await expect(said).toContainText(/\d\d:00/)
      await page.keyboard.press('ArrowUp')
      await expect(said).toContainText(`${most?.model_name}`)
      expect(await violations(page, 'light')).toEqual([])

      // A part stays chosen from bar to bar.
      await page.keyboard.press('Home')
      await expect(bars.first()).toBeFocused()
      await expect(said).toContainText(`${most?.model_name}`)
      await page.keyboard.press('End')
      const start = await bars.last().getAttribute('href')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`/log\\?.*model_name=${most?.model_name}`))
      expect(start).toContain(new URL(page.url()).search)
      expect(page.url()).toMatch(/from=\d+&to=\d+/)
    })
  })
}

test('a bar as a whole leads to all calls of its time, also after a part was chosen', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/detail?by=token')
  const bars = barsOf(page, t)
  await expect(bars).toHaveCount(24)
  await tabToChart(page)
  if ((await bars.last().locator('[data-part]').count()) === 0) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect(page.locator(':focus')).toHaveAttribute('href', /token_id=\d/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  for (let steps = 0; steps < 12; steps++) await page.keyboard.press('ArrowDown')
  await expect(page.locator(':focus')).not.toHaveAttribute('href', /token_id/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/log\?type=2&from=\d+&to=\d+$/)
})
