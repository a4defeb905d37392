import { expect, test } from './fixtures.ts'

const FRAME = '**/assets/console-*.js'

test.use({ as: 'visitor' })

test('a public page works before what lies behind the login is there', async ({ page, t }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(FRAME, async (route) => {
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
  await expect(page).toHaveURL('/detail')
  await expect(page.getByRole('region', { name: t('setup:title') })).toBeVisible()
  await expect(page.getByRole('navigation', { name: t('shell:nav.main') }).first()).toBeVisible()
})

test.describe('when it cannot be loaded', () => {
  test.use({ as: 'root', expectedErrors: /net::ERR_FAILED|Failed to fetch dynamically imported module/ })

  test('public pages work, and the others say that they failed and how to go on', { tag: '@all' }, async ({
    page,
    t,
  }) => {
    await page.route(FRAME, (route) => route.abort())
    await page.goto('/about')
    await expect(page.getByRole('main')).toBeVisible()
    await page.goto('/log')
    await expect(page.getByText(t('shell:failure.title'))).toBeVisible()
    await page.unroute(FRAME)
    await page.getByRole('button', { name: t('shell:failure.reload'), exact: true }).click()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })
})

test.describe('of a page that is open, when a part cannot be loaded any more', () => {
  test.use({ as: 'root', expectedErrors: /net::ERR_FAILED|Failed to fetch dynamically imported module/ })

  test('messages are told nevertheless, and a dialog that cannot come leaves the page as it is', {
    tag: '@all',
  }, async ({ page, t }) => {
    await page.route(/\/assets\/(toast-region|shortcut-sheet)-/, (route) => route.abort())
    await page.goto('/channel')
    await expect(page.getByRole('link', { name: 'main', exact: true })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('alert')).toHaveText(t('shell:failure.part'))
    await expect(page.getByRole('link', { name: 'main', exact: true })).toBeVisible()
    await page.getByRole('button', { name: t('channels:row.disable', { name: 'main' }) }).click()
    await expect(page.getByRole('alert')).toContainText(t('channels:toast.disabled', { name: 'main' }))
    await page.getByRole('button', { name: t('common:action.undo') }).click()
    await expect(page.getByRole('alert')).toContainText(t('channels:toast.enabled', { name: 'main' }))
    // Other dialogs still open.
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: t('palette:placeholder') })).toBeVisible()
  })

  test('a panel or a badge that cannot come costs no page', { tag: '@all' }, async ({ page, t }) => {
    const parts = /\/assets\/(column-panel|views-panel|facets-panel|user-menu|count-watch)-/
    await page.route(parts, (route) => route.abort())
    await page.goto('/log')
    const row = page.getByRole('row').nth(1)
    await expect(row).toBeVisible()
    const main = page.getByRole('main')
    const buttons = [
      main.getByRole('button', { name: t('table:view.open'), exact: true }),
      main.getByRole('button', { name: t('table:views.open') }),
      main.getByRole('button', { name: t('logs:facets.open') }),
      page.getByRole('button', { name: t('shell:user.menu', { name: 'root' }) }),
    ]
    for (const button of buttons) {
      await button.click()
      await expect(page.getByRole('alert').getByText(t('shell:failure.part')).first()).toBeVisible()
      await expect(row).toBeVisible()
    }
  })

  test('a page that cannot come says so, and reloading brings it', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/channel')
    await expect(page.getByRole('link', { name: 'main', exact: true })).toBeVisible()
    await page.route(/\/assets\/user-/, (route) => route.abort())
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await expect(page.getByText(t('shell:failure.part'))).toBeVisible()
    await page.unroute(/\/assets\/user-/)
    await page.getByRole('button', { name: t('shell:failure.reload'), exact: true }).click()
    await expect(page.getByRole('heading', { name: t('users:title'), exact: true })).toBeVisible()
  })
})
