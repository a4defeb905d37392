import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { violations } from './axe.ts'
import { expect, further, test } from './fixtures.ts'

const SAMPLE = join(import.meta.dirname, '../import/samples/new-api-2026-07.db.gz')

for (const width of [1440, 390]) {
  test.describe(`${width} px wide`, further(width !== 1440), () => {
    test.use({ viewport: { width, height: 900 }, start: 'empty' })
    // On a phone rows are cards, and there is no head.
    const [role, head] = width < 640 ? (['listitem', 0] as const) : (['row', 1] as const)

    test('a database is uploaded, looked at, and imported', async ({ page, t }) => {
      await page.goto('/server')
      await page.getByRole('link', { name: t('shell:tab.configuration'), exact: true }).click()
      const start = page.getByRole('button', { name: t('moveIn:start') })
      await expect(start).toHaveAttribute('aria-disabled', 'true')
      const buffer = gunzipSync(readFileSync(SAMPLE))
      const file = { name: 'one-api.db', mimeType: 'application/octet-stream', buffer }
      await page.locator('input[accept^=".db"]').setInputFiles(file)
      await page.getByRole('button', { name: t('moveIn:look') }).click()

      await expect(page.getByText(t('moveIn:dryDone'))).toBeVisible()
      const taken = page.getByRole('region', { name: t('moveIn:table.title') })
      const users = taken.getByRole(role).filter({ has: page.getByText('users', { exact: true }) })
      await expect(users).toContainText('5')
      const notes = page.getByRole('region', { name: t('moveIn:notes.title') })
      await expect(notes.getByRole(role).nth(head)).toBeVisible()
      expect(await violations(page, 'light')).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

      await start.click()
      await expect(page.getByText(t('moveIn:done'))).toBeVisible()
      await page.goto('/user')
      await expect(page.getByText('alice').first()).toBeVisible()
    })
  })
}
