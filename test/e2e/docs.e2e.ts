import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ as: 'visitor' })

test('a visitor finds how to call, searches with the keyboard, and lands on the section', { tag: '@all' }, async ({
  page,
  site,
  t,
}) => {
  await page.goto('/')
  await page
    .getByRole('link', { name: t('shell:page.docs'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/\/docs$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get started')
  await expect(page.locator('pre').first()).toHaveText(`${site.url}/v1`)

  const search = page.getByRole('combobox', { name: t('docs:search.label') })
  await search.fill('when to retry')
  const results = page.getByRole('option')
  await expect(results.first()).toContainText('When to retry')
  expect(await violations(page, 'light')).toEqual([])
  await search.press('ArrowDown')
  await search.press('ArrowUp')
  await search.press('Enter')
  await expect(page).toHaveURL(/\/docs\/errors#retry$/)
  await expect(page).toHaveTitle(/^Errors · /)
  await expect(page.getByRole('heading', { name: 'When to retry' })).toBeInViewport()
  await expect(results).toHaveCount(0)

  await search.fill('nothing has these words')
  await expect(page.getByRole('status').filter({ hasText: t('docs:search.none') })).toBeVisible()
  await search.press('Escape')

  await page
    .getByRole('navigation', { name: t('docs:pages') })
    .getByRole('link', { name: 'Formats' })
    .click()
  await page.getByRole('link', { name: 'API reference' }).first().click()
  await expect(page.getByRole('heading', { name: 'POST /v1/messages', exact: true })).toBeVisible()
})

test.describe('with status 404', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('an unknown page of the docs leads back to their start', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/docs/none')
    await page.getByRole('link', { name: t('docs:toStart') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get started')
  })
})
