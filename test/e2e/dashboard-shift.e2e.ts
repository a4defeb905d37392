import type { Page } from '@playwright/test'
import { logIn } from './console-client.ts'
import { expect, further, held, test } from './fixtures.ts'
import { drawn, expectStill } from './shifts.ts'

/**
 * What comes by itself, by the request that brings it. The page waits three seconds for the checklist before it draws what
 * stands below, which a slow machine may need for less: here it waits as long as it takes.
 */
const ANSWERS = { checklist: /\/api\/setup$/, charts: /\/api\/data\?/ }

const withoutImpatience = (page: Page) =>
  page.addInitScript((most) => {
    const start = window.setTimeout
    const startSoon = (work: TimerHandler, after?: number, ...args: unknown[]) =>
      after === most ? 0 : start(work, after, ...args)
    Object.assign(window, { setTimeout: startSoon })
  }, 3000)

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
]) {
  test.describe(`${viewport.width} px wide`, further(viewport.width !== 1440), () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'no-preference' } })

    for (const last of ['checklist', 'charts'] as const)
      test(
        `nothing moves while the checklist and the charts come, the ${last} last`,
        further(last !== 'checklist', '@all'),
        async ({ page, t }) => {
          await withoutImpatience(page)
          const { release } = await held(page, ANSWERS[last])
          const still = await expectStill(page)
          const checklist = page.getByRole('region', { name: t('setup:title') })
          await page.goto('/detail')
          await expect(last === 'charts' ? checklist : page.locator('h1').first()).toBeVisible()
          await drawn(page)
          release()
          await expect(checklist).toBeVisible()
          await expect(page.getByRole('list', { name: t('dashboard:chart.label') })).toBeVisible()
          await still()
        },
      )

    test('nothing moves for whoever has made no call yet', { tag: '@all' }, async ({ page, t, client, site }) => {
      const known = { username: `new-${viewport.width}`, password: 'a-good-password', display_name: 'new' }
      await client.send('POST', '/api/user', known)
      const user = await logIn(site.url, known.username, known.password)
      await page.context().addCookies([{ ...user.cookie, url: site.url }])
      await page.addInitScript((stored) => localStorage.setItem('user', stored), JSON.stringify(user.user))
      await withoutImpatience(page)
      const { release } = await held(page, /\/api\/user\/self$/)
      const still = await expectStill(page)
      await page.goto('/detail')
      await expect(page.locator('h1').first()).toBeVisible()
      await drawn(page)
      release()
      await expect(page.getByRole('region', { name: t('setup:start.title') })).toBeVisible()
      await expect(page.getByText(t('dashboard:empty.title'))).toBeVisible()
      await still()
    })
  })
}
