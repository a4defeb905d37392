import type { Page } from '@playwright/test'
import { addUser, enterAs, logIn } from './console-client.ts'
import { expect, test } from './fixtures.ts'

/** The row that holds the focus. */
const focusedRow = (page: Page) => page.locator('[data-row]:focus')

test('a token without a mouse: create, find, edit, choose', async ({ page, t }) => {
  const { keyboard } = page
  await page.goto('/')
  await expect(page.getByText(t('home:balance'))).toBeVisible()
  await keyboard.press('g')
  await keyboard.press('t')
  await expect(page).toHaveURL('/token')
  await expect(page.getByRole('heading', { name: t('tokens:title'), exact: true })).toBeVisible()

  await keyboard.press('c')
  await expect(page.getByLabel(t('tokens:form.name'), { exact: true })).toBeFocused()
  await keyboard.type('by-keyboard')
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: t('tokens:ready.title') })).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: t('tokens:filter.keyword') })).toBeFocused()
  await keyboard.type('by-keyboard')
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/token?keyword=by-keyboard')
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await keyboard.press('Tab')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())

  await keyboard.press('j')
  await expect(focusedRow(page)).toContainText('by-keyboard')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: t('tokens:form.update') })).toBeVisible()
  await expect(page.getByLabel(t('tokens:form.name'), { exact: true })).toBeFocused()
  await keyboard.press('End')
  await keyboard.type('-2')
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(focusedRow(page)).toContainText('by-keyboard-2')

  await keyboard.press('x')
  await expect(page.getByText(t('table:select.count', { count: 1 }))).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByText(t('table:select.count', { count: 1 }))).toBeHidden()
})

test('channels without a mouse: open, leave, change the priority in place', { tag: '@all' }, async ({ page, t }) => {
  const { keyboard } = page
  await page.goto('/')
  await expect(page.getByText(t('home:balance'))).toBeVisible()
  await keyboard.press('g')
  await keyboard.press('c')
  await expect(page).toHaveURL('/channel')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await keyboard.press('c')
  await expect(page.getByRole('dialog', { name: t('channels:form.create') })).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await keyboard.press('j')
  await keyboard.press('ArrowDown')
  await keyboard.press('k')
  await keyboard.press('j')
  const row = await focusedRow(page).getAttribute('data-row')
  await keyboard.press('e')
  await expect(page.getByRole('dialog', { name: t('channels:form.update') })).toBeVisible()
  await expect(page).toHaveURL(`/channel/edit/${row}`)
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(focusedRow(page)).toHaveAttribute('data-row', String(row))

  const priority = page.getByLabel(t('channels:row.priority', { name: 'main' }))
  await priority.focus()
  await keyboard.press('Control+a')
  await keyboard.type('6')
  await keyboard.press('Enter')
  await page.reload()
  await expect(priority).toHaveValue('6')
})

test('logs without a mouse: step through the calls', { tag: '@all' }, async ({ page, t }) => {
  const { keyboard } = page
  await page.goto('/')
  await expect(page.getByText(t('home:balance'))).toBeVisible()
  await keyboard.press('g')
  await keyboard.press('l')
  await expect(page).toHaveURL('/log')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await keyboard.press('j')
  await keyboard.press('Enter')
  const details = page.getByRole('dialog')
  await expect(details).toBeVisible()
  await expect(page).toHaveURL(/row=\d+$/)
  const first = new URL(page.url()).searchParams.get('row')
  await keyboard.press('j')
  await expect(page).not.toHaveURL(new RegExp(`row=${first}$`))
  await keyboard.press('k')
  await expect(page).toHaveURL(new RegExp(`row=${first}$`))
  await keyboard.press('Escape')
  await expect(page).toHaveURL('/log')
  await expect(focusedRow(page)).toHaveAttribute('data-row', String(first))

  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: t('shell:shortcuts.title') })).toContainText(t('table:keys.search'))
  await expect(page.getByRole('dialog')).toContainText(t('table:keys.open'))
  await keyboard.press('Escape')
  await keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await keyboard.type(t('shell:page.channel'))
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/channel')
})

test('a drawer that its address opened leaves the focus on its row, or on the list', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/channel')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  const row = await page.locator('[data-row]').first().getAttribute('data-row')
  await page.goto(`/channel/edit/${row}`)
  await expect(page.getByRole('dialog', { name: t('channels:form.update') })).toBeVisible()
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(focusedRow(page)).toHaveAttribute('data-row', String(row))

  await page.goto('/channel/add')
  await expect(page.getByRole('dialog', { name: t('channels:form.create') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: t('channels:title'), exact: true })).toBeFocused()
})

test.describe('a password without a mouse', () => {
  test.use({ start: 'empty' })

  test('is told what is wrong at its field, where the focus goes, and is taken whole', { tag: '@all' }, async ({
    page,
    client,
    site,
    t,
  }) => {
    await addUser(site.url, client, 'typist')
    await enterAs(page, site.url, await logIn(site.url, 'typist', 'e2e-password'))
    await page.goto('/setting')
    await page.getByRole('button', { name: t('shell:password.change') }).focus()
    await page.keyboard.press('Enter')
    const field = (key: 'current' | 'next' | 'repeat') =>
      page.getByRole('dialog').getByLabel(t(`password:${key}`), { exact: true })
    const submit = async (next: string, repeat: string) => {
      await field('next').fill(next)
      await field('repeat').fill(repeat)
      await page.keyboard.press('Enter')
    }
    await expect(field('current')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field('current')).toBeFocused()
    await expect(field('current')).toHaveAccessibleDescription(t('password:missing'))
    await field('current').fill('not-the-password')
    await submit('a password of 25 letters!', 'a password of 25 letters!')
    await expect(field('next')).toBeFocused()
    await expect(field('next')).toHaveValue('a password of 25 letters!')
    await expect(field('next')).toHaveAccessibleDescription(t('password:rule'))
    await submit('new-e2e-password', 'new-e2e-passwort')
    await expect(field('repeat')).toBeFocused()
    await expect(field('repeat')).toHaveAccessibleDescription(t('password:mismatch'))
    await submit('new-e2e-password', 'new-e2e-password')
    await expect(field('current')).toBeFocused()
    await expect(field('current')).toHaveAttribute('aria-invalid', 'true')
    await field('current').fill('e2e-password')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await logIn(site.url, 'typist', 'new-e2e-password')
  })
})
