import { OPEN, violations } from './axe.ts'
import { expect, further, test } from './fixtures.ts'

const MODEL = 'gpt-4o-mini'
for (const width of [1440, 390]) {
  test.describe(`${width} px wide`, further(width !== 1440), () => {
    test.use({ viewport: { width, height: 900 }, start: 'empty' })

    test('a call in flight is listed, followed by its token, and stopped', async ({ page, t, client, site }) => {
      const channel = { type: 1, base_url: site.upstreamUrl, models: MODEL, name: 'main', key: 'sk-good' }
      await client.send('POST', '/api/channel', channel)
      const { key } = await client.send<{ key: string }>('POST', '/api/token', { name: 'app', unlimited_quota: true })
      const ended = fetch(`${site.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { Authorization: `Bearer sk-${key}` },
        body: JSON.stringify({
          model: MODEL,
          stream: true,
          messages: [{ role: 'user', content: 'hi' }],
          fake: { tokens: 40, stall_after: 20 },
        }),
      }).then((answer) => answer.text())

      await page.goto('/live')
      // Phones show cards instead of a table that scrolls sideways.
      const list = page.getByRole(width === 390 ? 'list' : 'region', { name: t('operations:live.title') })
      const row = list.getByRole(width === 390 ? 'listitem' : 'row').filter({ hasText: MODEL })
      await expect(row).toContainText(t('operations:live.phases.streaming'))
      await expect(row).toContainText('main #')
      expect(await violations(page, 'light')).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)

      await row.getByRole('button', { name: 'app' }).click()
      await expect(page).toHaveURL(/token=\d+/)
      await expect(row).toHaveCount(1)

      await row.getByRole('button', { name: t('operations:live.stop'), exact: false }).click()
      const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
      await expect(question).toContainText(t('operations:live.confirmHint'))
      expect(await violations(page, 'light', OPEN)).toEqual([])
      await question.getByRole('button', { name: t('operations:live.stop') }).click()
      expect(await ended).toContain('call_stopped')
      await expect(page.getByText(t('operations:live.noMatch'))).toBeVisible()
    })
  })
}
