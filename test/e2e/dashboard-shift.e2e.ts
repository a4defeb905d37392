import type { Page } from '@playwright/test'
import { logIn } from './console-client.ts'
import { expect, test } from './fixtures.ts'

const MOST = 0.02

/** Opens the dashboard for the first time and says how much of it moved while it came. */
async function shiftOf(page: Page, settled: () => Promise<void>): Promise<number> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    const add = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
    }
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/detail')
  await settled()
  // Entries are told a frame or two after what moved.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))),
  )
  return page.evaluate(() => Reflect.get(window, 'shift') as number)
}

/** Lets an answer come long after the others. */
const late = (page: Page, path: string) =>
  page.route(path, async (route) => {
    await new Promise((done) => setTimeout(done, 800))
    await route.continue()
  })

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
]) {
  test.describe(`${viewport.width} px wide`, () => {
    test.use({ viewport })

    for (const path of ['**/api/setup', '**/api/data?*'])
      test(`nothing moves while the checklist and the charts come, ${path} last`, async ({ page, t }) => {
        await late(page, path)
        const moved = await shiftOf(page, async () => {
          await expect(page.getByRole('region', { name: t('setup:title') })).toBeVisible()
          await expect(page.getByRole('list', { name: t('dashboard:chart.label') })).toBeVisible()
        })
        expect(moved).toBeLessThanOrEqual(MOST)
      })

    test('nothing moves for whoever has made no call yet', async ({ page, t, client, site }) => {
      const known = { username: `new-${viewport.width}`, password: 'a-good-password', display_name: 'new' }
      await client.send('POST', '/api/user', known)
      const user = await logIn(site.url, known.username, known.password)
      await page.context().addCookies([{ ...user.cookie, url: site.url }])
      await page.addInitScript((stored) => localStorage.setItem('user', stored), JSON.stringify(user.user))
      await late(page, '**/api/user/self')
      const moved = await shiftOf(page, async () => {
        await expect(page.getByRole('region', { name: t('setup:start.title') })).toBeVisible()
        await expect(page.getByText(t('dashboard:empty.title'))).toBeVisible()
      })
      expect(moved).toBeLessThanOrEqual(MOST)
    })
  })
}
