import type { BrowserContext, Page } from '@playwright/test'
import { addUser, enterAs } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

test.describe('two tabs of one browser', () => {
  test.use({ start: 'empty', expectedErrors: /status of 401/ })

  test('the login in one is that of the other, and what was typed there comes back', async ({ page, context, t }) => {
    const name = await draftOf(page, t, 'half typed')
    const other = await loggedOutTab(context, t)
    await expect(page).toHaveURL(/\/login/)
    await logIn(other, t, 'root', '123456')
    await expect(page).toHaveURL('/token/add')
    await expect(name).toHaveValue('half typed')
  })

  test('the next user finds nothing of the one before', { tag: '@all' }, async ({ page, context, client, site, t }) => {
    await addUser(site.url, client, 'alice')
    const name = await draftOf(page, t, 'typed by root')
    const other = await loggedOutTab(context, t)
    await expect(page).toHaveURL(/\/login/)
    await logIn(other, t, 'alice', 'e2e-password')
    await expect(page).toHaveURL('/token/add')
    await expect(name).toHaveValue('')
  })

  test('rows and forms of one user go when another one has logged in over that', { tag: '@all' }, async ({
    page,
    context,
    client,
    site,
    t,
  }) => {
    await client.send('POST', '/api/token', { name: 'of-root' })
    const alice = await addUser(site.url, client, 'alice')
    await page.goto('/token')
    await expect(page.getByRole('link', { name: 'of-root' })).toBeVisible()
    const form = await context.newPage()
    const name = form.getByRole('dialog').getByRole('textbox', { name: t('tokens:form.name'), exact: true })
    await form.goto('/token/add')
    await name.fill('typed by root')
    const other = await context.newPage()
    await enterAs(other, site.url, alice)
    await expect(page.getByRole('link', { name: 'of-root' })).toBeHidden()
    await expect(page.getByText(t('tokens:empty.title'))).toBeVisible()
    await expect(name).toHaveValue('')
  })
})

test('the language that is chosen in one tab is that of the other', { tag: '@all' }, async ({ page, context, t }) => {
  await page.goto('/token')
  await expect(page.getByRole('heading', { name: t('tokens:title'), level: 1 })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/token')
  await other.getByRole('button', { name: t('shell:language.to', { name: '简体中文' }) }).click()
  await expect(page.getByRole('heading', { name: '令牌', level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
})

/** A second tab, in which the session has been ended. */
async function loggedOutTab(context: BrowserContext, t: Texts): Promise<Page> {
  const other = await context.newPage()
  await other.goto('/token')
  // What loads late must not be asked for in the moment in which the session ends.
  await other.waitForLoadState('networkidle')
  await other.getByRole('button', { name: t('shell:user.menu', { name: 'root' }) }).click()
  await other.getByRole('menuitem', { name: t('shell:user.logout') }).click()
  await expect(other).toHaveURL('/login')
  return other
}

async function logIn(page: Page, t: Texts, username: string, password: string) {
  await page.getByLabel(t('login:username')).fill(username)
  await page.getByLabel(t('login:password'), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** The field of a new token's name, when what was typed into it is kept as a draft. */
async function draftOf(page: Page, t: Texts, text: string) {
  const name = page.getByRole('dialog').getByRole('textbox', { name: t('tokens:form.name'), exact: true })
  await page.goto('/token/add')
  await name.fill(text)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('draft:token:add'))).toContain(text)
  return name
}
