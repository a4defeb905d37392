import { CHECKS } from '#contract/api/watchdog.ts'
import { violations } from './axe.ts'
import { expect, further, test } from './fixtures.ts'

for (const width of [1440, 390]) {
  test.describe(`${width} px wide`, further(width !== 1440), () => {
    test.use({ viewport: { width, height: 900 }, start: 'empty' })
    // On a phone rows are cards, and there is no head.
    const [role, head] = width < 640 ? (['listitem', 0] as const) : (['row', 1] as const)

    test('the books are checked on request, and say what to do where they do not agree', async ({
      page,
      t,
      client,
      site,
    }) => {
      await page.goto('/books')
      await page.getByRole('button', { name: t('operations:books.check') }).click()
      await expect(page.getByText(t('operations:books.agree'))).toBeVisible()
      const sums = page.getByRole('region', { name: t('operations:sums.title') })
      await expect(sums.getByRole(role)).toHaveCount(CHECKS.length + head)

      await site.damageBooks(client.user.id)
      await page.getByRole('button', { name: t('operations:books.check') }).click()
      const found = page.getByRole('region', { name: t('operations:findings.title') })
      await expect(found.getByRole(role)).toHaveCount(2 + head)
      await expect(page.getByText(t('operations:check.balances.todo'))).toBeVisible()
      await expect(found.getByRole('link', { name: `user ${client.user.id}` })).toHaveCount(2)
      expect(await violations(page, 'light')).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

      await page.getByRole('button', { name: t('operations:repair.action') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('operations:repair.action') })
        .click()
      // A balance needs a person.
      await expect(found.getByRole(role)).toHaveCount(1 + head)
      const users = sums
        .getByRole(role)
        .filter({ has: page.getByText(t('operations:check.users.name'), { exact: true }) })
      await expect(users).toContainText(t('operations:sums.right'))
    })

    test('the server’s health names the node that answers, its jobs and what it depends on', { tag: '@all' }, async ({
      page,
      t,
    }) => {
      await page.goto('/server')
      await expect(page.getByText(t('operations:nodes.answering'))).toBeVisible()
      await expect(page.getByText('SQLite', { exact: true })).toBeVisible()
      const jobs = page.getByRole('region', { name: t('operations:jobs.title') })
      await expect(jobs.getByRole(role).filter({ hasText: t('operations:job.check-books') })).toBeVisible()
      const top = () => jobs.boundingBox().then((box) => box?.y)
      const before = await top()
      await page.waitForResponse((response) => response.url().endsWith('/api/node'))
      expect(await top()).toBe(before)
      expect(await violations(page, 'light')).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
  })
}
