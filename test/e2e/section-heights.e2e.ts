import { expect, test } from './fixtures.ts'

// Models that other tests left without a price lengthen the section of prices.
test.use({ as: 'root', start: 'empty', viewport: { width: 1440, height: 900 } })

test('each section of the settings is a page of at most one screen', { tag: '@all' }, async ({ page, t }) => {
  for (const tab of ['operation', 'system', 'other']) {
    await page.goto(`/setting?tab=${tab}`)
    const links = page
      .getByRole('navigation', { name: t('settings:index') })
      .getByRole('listitem')
      .getByRole('link')
    await expect(links.nth(1)).toBeVisible()
    const places = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    for (const place of places.filter((address) => address.startsWith('/setting'))) {
      await page.goto(place)
      const section = page.getByRole('main').locator('section[id^=section-]')
      await expect(section).toHaveCount(1)
      expect.soft((await section.boundingBox())?.height, place).toBeLessThanOrEqual(900)
    }
  }
})

test('the list of sections opens each by its own address, and those that are pages as such', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/token')
  await page.getByRole('link', { name: t('shell:section.settings'), exact: true }).click()
  await expect(page).toHaveURL('/setting?tab=operation')
  const list = page.getByRole('navigation', { name: t('settings:index') })
  await list.getByRole('link', { name: t('options:section.operation.log.title') }).click()
  await expect(page).toHaveURL('/setting?tab=operation&section=log')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('options:section.operation.log.title'))
  await page.getByRole('link', { name: t('settings:section.back') }).click()
  await list.getByRole('link', { name: t('options:section.operation.priceSync.title') }).click()
  await expect(page).toHaveURL('/price/sync')
  await page.goto('/setting?tab=operation&section=priceSync')
  await expect(page).toHaveURL('/price/sync')
})
