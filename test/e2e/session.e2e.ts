import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

test.describe('an expired session', () => {
  test.use({ expectedErrors: /status of 401/ })

  test('leads to the login page and back to the same place', async ({ page, t }) => {
    const place = '/token?keyword=app&sort=-name'
    await page.goto(place)
    await expect(page.getByRole('link', { name: 'app-9' })).toBeVisible()
    // What the frame asks for late would lead to the login by itself.
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies()
    await page.getByRole('button', { name: t('table:refresh'), exact: true }).click()
    await expect(page).toHaveURL(/\/login\?expired=true&return=/)
    await expect(page.getByText(t('common:error.unauthorized'))).toBeVisible()

    await logIn(page, t)
    await expect(page).toHaveURL(place)
    await expect(page.getByRole('link', { name: 'app-9' })).toBeVisible()
  })

  test('keeps what was typed into a form, but no secret', async ({ page, t }) => {
    await page.goto('/channel/add')
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel(t('channels:form.name'), { exact: true }).fill('half typed')
    await drawer.getByPlaceholder(t('channels:form.keyHint')).fill('sk-secret')
    await drawer.getByRole('button', { name: t('channels:form.modelsRelated') }).click()
    // Whatever the form still asks for would meet the end of the session before the save does.
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies()
    const save = drawer.getByRole('button', { name: t('channels:form.save'), exact: true })
    // A list that refreshes itself may meet it first all the same: the form goes then, while it is clicked.
    await Promise.race([save.click(), page.waitForURL(/\/login/)])
    await expect(page).toHaveURL(/\/login\?expired=true/)
    expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain('sk-secret')

    await logIn(page, t)
    await expect(page).toHaveURL('/channel/add')
    await expect(drawer.getByLabel(t('channels:form.name'), { exact: true })).toHaveValue('half typed')
    await expect(drawer.getByPlaceholder(t('channels:form.keyHint'))).toHaveValue('')
  })
})

test.describe('what is open over a page', () => {
  test.use({ expectedErrors: /status of 401/ })

  test('goes with it by the back button, and acts on nothing', { tag: '@all' }, async ({ page, client, t }) => {
    await page.goto('/user')
    await page.getByRole('link', { name: t('shell:tab.redemption'), exact: true }).click()
    await expect(page).toHaveURL('/redemption')
    await page
      .locator('[data-row]')
      .first()
      .getByRole('button', { name: t('common:action.delete') })
      .click()
    const question = page.getByRole('dialog', { name: t('redemption:delete.title') })
    await expect(question).toBeVisible()
    const count = async () => (await client.send<unknown[]>('GET', '/api/redemption?page_size=100')).length
    const before = await count()
    await page.goBack()
    await expect(page).toHaveURL('/user')
    await expect(question).toBeHidden()
    await expect(page.getByRole('heading', { name: t('users:title') })).toBeVisible()
    expect(await count()).toBe(before)
  })

  test('does not cover the login page when the session has ended', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/channel')
    await page.getByRole('checkbox', { name: t('table:select.page') }).check()
    await page.locator('[data-row]').first().focus()
    await page.keyboard.press('Shift+E')
    await expect(page.getByRole('dialog').getByRole('switch', { name: t('batch:field.priority') })).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.type('7')
    // What the frame asks for late would lead to the login by itself.
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies()
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(/\/login\?expired=true/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await logIn(page, t)
    await expect(page).toHaveURL('/channel')
  })
})

test.describe('a visitor', () => {
  test.use({ as: 'visitor' })

  test('logs in first and then sees the page that was asked for', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/log?type=2')
    await expect(page).toHaveURL(/\/login\?return=/)
    await logIn(page, t)
    await expect(page).toHaveURL('/log?type=2')
    await expect(page.getByRole('heading', { name: t('logs:title'), exact: true })).toBeVisible()
  })

  test('has the status object of the server in the browser, and its entries that consoles of the family keep alone', {
    tag: '@all',
  }, async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const kept = await page.evaluate(() => ({ ...localStorage }))
    expect(JSON.parse(kept.status ?? '{}')).toMatchObject({ quota_per_unit: 500_000, enable_online_topup: false })
    expect(kept).toMatchObject({
      enable_drawing: 'true',
      mj_notify_enabled: 'false',
      default_collapse_sidebar: 'false',
    })
    expect(JSON.parse(kept.chats ?? '')).toHaveLength(4)
    expect(kept).not.toHaveProperty('chat_link')
  })

  test('is not led to another site after the login', async ({ page, t }) => {
    await page.goto(`/login?return=${encodeURIComponent('//example.com/')}`)
    await logIn(page, t)
    await expect(page).toHaveURL('/detail')
  })

  test('who logs in and out again has no session left', { tag: '@all' }, async ({ page, t, client }) => {
    await page.goto('/login')
    await logIn(page, t)
    await expect(page).toHaveURL('/detail')
    // What loads late must not be asked for in the moment in which the session ends.
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: t('shell:user.menu', { name: 'root' }) }).click()
    await page.getByRole('menuitem', { name: t('shell:user.logout') }).click()
    await expect(page).toHaveURL('/login')
    const self = await page.request.get('/api/user/self', { headers: { 'New-Api-User': String(client.user.id) } })
    expect(self.status()).toBe(401)
  })
})

test.describe('with status 404', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('an address that leads nowhere offers a search and a way home', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/tokens/of/yesterday')
    await expect(page.getByRole('heading', { name: t('shell:notFound.title') })).toBeVisible()
    await page.getByRole('button', { name: t('shell:notFound.search', { path: 'tokens of yesterday' }) }).click()
    await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('tokens of yesterday')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: t('shell:notFound.home') }).click()
    await expect(page).toHaveURL('/')
  })
})

test('language and theme are chosen once', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/token')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', 'en')
  await expect(html).not.toHaveClass(/dark/)
  await page.getByRole('button', { name: t('shell:theme.toDark') }).click()
  await page.getByRole('button', { name: t('shell:language.to', { name: '简体中文' }) }).click()
  await expect(page.getByRole('heading', { name: '令牌', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/令牌/)
  await page.reload()
  await expect(html).toHaveAttribute('lang', 'zh-CN')
  await expect(html).toHaveClass(/dark/)
  await expect(page.getByRole('heading', { name: '令牌', level: 1 })).toBeVisible()
})

/** Fills in the login form that is open. */
async function logIn(page: Page, t: Texts) {
  await page.getByLabel(t('login:username')).fill('root')
  await page.getByLabel(t('login:password'), { exact: true }).fill('123456')
  await page.keyboard.press('Enter')
}
