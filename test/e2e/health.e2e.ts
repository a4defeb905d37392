import type { Token } from '#contract/api/tokens.ts'
import { violations } from './axe.ts'
import { expect, further, test } from './fixtures.ts'
import { MODEL } from './seed.ts'

for (const width of [1440, 360]) {
  test.describe(`${width} px wide`, further(width !== 1440), () => {
    test.use({ viewport: { width, height: 900 }, start: 'empty' })

    test('the health board says what failed where and why, and leads to the calls', async ({
      page,
      t,
      client,
      site,
    }) => {
      await page.goto('/health')
      await expect(page.getByText(t('health:empty.title'))).toBeVisible()

      const channel = { type: 1, key: 'sk-upstream', group: 'default', models: MODEL }
      // Nothing listens on this port.
      await client.send('POST', '/api/channel', {
        ...channel,
        name: 'gone',
        base_url: 'http://127.0.0.1:9',
        priority: 9,
      })
      await client.send('POST', '/api/channel', { ...channel, name: 'main', base_url: site.upstreamUrl })
      const token = await client.send<Token>('POST', '/api/token', { name: 'mine', unlimited_quota: true })
      const answer = await fetch(`${site.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { Authorization: `Bearer sk-${token.key}` },
        body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'Where?' }] }),
      })
      expect(answer.status).toBe(200)
      await answer.text()

      await page.goto('/health?shown=failing')
      // Phones show cards instead of a table that scrolls sideways.
      const row = page
        .getByRole('main')
        .getByRole(width === 360 ? 'listitem' : 'row')
        .filter({ has: page.getByRole('link', { name: MODEL }) })
      await expect(row).toHaveCount(1)
      await expect(row).toContainText('0%')
      await row.getByRole('button', { name: t('health:errors.open', { model: MODEL }) }).click()
      await expect(page.getByRole('dialog')).toContainText(t('health:kind.network'))
      expect(await violations(page, 'light')).toEqual([])
      await expect(page.getByRole('dialog').getByRole('link', { name: t('health:errors.mend.network') })).toBeVisible()
      await page.keyboard.press('Escape')

      await page.goto('/health')
      await expect(row).toHaveCount(2)
      await expect(row.filter({ hasText: '100%' })).toHaveCount(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await row
        .filter({ hasText: '100%' })
        .getByRole('link', { name: t('health:calls', { name: MODEL }) })
        .click()
      await expect(page).toHaveURL(/\/log\?.*channel=/)
      await expect(page.locator('[data-row]')).toHaveCount(1)
    })
  })
}
