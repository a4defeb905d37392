import type { Page } from '@playwright/test'
import { logIn } from './console-client.ts'
import { expect, further, test } from './fixtures.ts'
import { expectStill } from './shifts.ts'

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
  test.describe(`${viewport.width} px wide`, further(viewport.width !== 1440), () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'no-preference' } })

    for (const path of ['**/api/setup', '**/api/data?*'])
      test(
        `nothing moves while the checklist and the charts come, ${path} last`,
        further(path !== '**/api/setup'),
        async ({ page, t }) => {
          await late(page, path)
          const still = await expectStill(page)
          await page.goto('/detail')
          await expect(page.getByRole('region', { name: t('setup:title') })).toBeVisible()
          await expect(page.getByRole('list', { name: t('dashboard:chart.label') })).toBeVisible()
          await still()
        },
      )

    test('nothing moves for whoever has made no call yet', async ({ page, t, client, site }) => {
      const known = { username: `new-${viewport.width}`, password: 'a-good-password', display_name: 'new' }
      await client.send('POST', '/api/user', known)
      const user = await logIn(site.url, known.username, known.password)
      await page.context().addCookies([{ ...user.cookie, url: site.url }])
      await page.addInitScript((stored) => localStorage.setItem('user', stored), JSON.stringify(user.user))
      await late(page, '**/api/user/self')
      const still = await expectStill(page)
      await page.goto('/detail')
      await expect(page.getByRole('region', { name: t('setup:start.title') })).toBeVisible()
      await expect(page.getByText(t('dashboard:empty.title'))).toBeVisible()
      await still()
    })
  })
}
