import { readFileSync } from 'node:fs'
import { violations } from './axe.ts'
import { expect, further, test } from './fixtures.ts'

for (const width of [1440, 390]) {
  test.describe(`${width} px wide`, further(width !== 1440), () => {
    test.use({ viewport: { width, height: 900 }, start: 'empty' })

    test('the configuration is downloaded, and a file is looked at and applied', async ({ page, t }) => {
      await page.goto('/server')
      await page.getByRole('link', { name: t('shell:tab.configuration'), exact: true }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('configuration:download.action') }).click(),
      ])
      expect(readFileSync(await download.path(), 'utf8')).toContain('alert_rules:')

      const choose = async (text: string) => {
        const file = { name: 'site.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) }
        await page.locator('input[accept=".yaml,.yml"]').setInputFiles(file)
      }
      const look = page.getByRole('button', { name: t('configuration:apply.look') })
      const apply = page.getByRole('button', { name: t('configuration:apply.action'), exact: true })
      await choose('prices:\n  ModelRatio: [1\n')
      await expect(page.getByText('YAML:3:1')).toBeVisible()

      const channel = `channels:\n  main:\n    type: 1\n    key: \${MAIN_KEY}\n    models: [gpt-5]\n`
      await choose(channel)
      await look.click()
      await expect(page.getByText('channels.main.key')).toBeVisible()
      await expect(apply).toHaveAttribute('aria-disabled', 'true')
      expect(await violations(page, 'light')).toEqual([])

      await page.getByLabel('MAIN_KEY').fill('sk-main-0123456789')
      await look.click()
      const plan = page.getByRole('region', { name: t('configuration:plan.title') })
      await expect(plan.getByText(t('configuration:plan.secret'))).toBeVisible()
      expect(await violations(page, 'light')).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await apply.click()
      await expect(page.getByText(t('configuration:apply.done'))).toBeVisible()
      await look.click()
      await expect(page.getByText(t('configuration:plan.none'))).toBeVisible()
      await page.goto('/channel')
      await expect(page.getByText('main').first()).toBeVisible()
    })
  })
}
