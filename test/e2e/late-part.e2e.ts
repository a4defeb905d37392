import { expect, test } from './fixtures.ts'

const BEHIND_LOGIN = '**/assets/behind-login-*.js'

test.use({ as: 'visitor' })

test('a public page works before what lies behind the login is there', async ({ page, t }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(BEHIND_LOGIN, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/about')
  await page.getByRole('link', { name: t('shell:user.login'), exact: true }).click()
  await page.getByLabel(t('login:username'), { exact: true }).fill('root')
  await page.getByLabel(t('login:password'), { exact: true }).fill('123456')
  await page.getByRole('button', { name: t('login:submit'), exact: true }).click()
  await expect(page.getByText(t('login:success'), { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: t('shell:notFound.title') })).toBeHidden()

  release()
  await expect(page).toHaveURL('/token')
  await expect(page.getByRole('link', { name: 'app-19' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: t('shell:nav.main') }).first()).toBeVisible()
})

test.describe('when it cannot be loaded', () => {
  test.use({ expectedErrors: /net::ERR_FAILED|Failed to fetch dynamically imported module/ })

  test('public pages work, and the others say that they failed and how to go on', async ({ page, t }) => {
    await page.route(BEHIND_LOGIN, (route) => route.abort())
    await page.goto('/about')
    await expect(page.getByRole('navigation', { name: t('shell:nav.site') })).toBeVisible()
    await page.goto('/log')
    await expect(page.getByText(t('shell:failure.title'))).toBeVisible()
    await page.unroute(BEHIND_LOGIN)
    await page.getByRole('button', { name: t('shell:failure.reload'), exact: true }).click()
    await expect(page).toHaveURL(/\/login\?return=/)
  })
})
