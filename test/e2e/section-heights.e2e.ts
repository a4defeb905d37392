import { expect, test } from './fixtures.ts'

// Models that other tests left without a price lengthen the section of prices.
test.use({ as: 'root', start: 'empty', viewport: { width: 1440, height: 900 } })

test('each section of the settings, opened alone, is at most one screen high', { tag: '@all' }, async ({ page, t }) => {
  for (const tab of ['operation', 'system', 'other']) {
    await page.goto(`/setting?tab=${tab}`)
    const index = page.getByRole('navigation', { name: t('settings:index') })
    const links = index.getByRole('listitem').getByRole('link')
    await expect(links.nth(2)).toBeVisible()
    for (let place = 1; place < (await links.count()); place++) {
      await links.nth(place).click()
      const section = page.getByRole('main').locator('section[id^=section-]')
      await expect(section).toHaveCount(1)
      const name = await section.getByRole('heading').first().textContent()
      expect.soft((await section.boundingBox())?.height, `${tab}: ${name}`).toBeLessThanOrEqual(900)
    }
  }
})
