import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Presses a button, waits for what it opens, closes that, and expects the focus on the button. */
async function expectFocusBack(page: Page, opener: Locator, close: () => Promise<void>) {
  await opener.click()
  const opened = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(opened).toBeVisible()
  await expect(opened.locator(':focus').or(opened.and(page.locator(':focus')))).toBeVisible()
  await close()
  await expect(opened).toBeHidden()
  await expect(opener).toBeFocused()
}

test('what a press opened gives the focus back to what was pressed', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/channel')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const name = 'main'
  await expect(button(t('channels:row.copy', { name }))).toBeVisible()
  const cross = () => button(t('common:action.close')).click()
  const escapeKey = () => page.keyboard.press('Escape')
  for (const opener of [
    button(t('channels:row.copy', { name })),
    button(t('channels:row.testModel', { name })),
    button(t('channels:row.delete', { name })),
    button(t('shell:notice.open')),
    page.getByRole('link', { name, exact: true }),
  ]) {
    await expectFocusBack(page, opener, escapeKey)
  }
  await expectFocusBack(page, button(t('channels:row.copy', { name })), cross)
  await expectFocusBack(page, button(t('channels:row.testModel', { name })), cross)
})

test('the result of a form that was saved by mouse has the focus', { tag: '@all' }, async ({ page, client, t }) => {
  await page.goto('/token/add')
  const drawer = page.getByRole('dialog', { name: t('tokens:form.create') })
  await drawer.getByLabel(t('tokens:form.name'), { exact: true }).fill('by mouse')
  await drawer.getByRole('button', { name: t('tokens:form.submit'), exact: true }).click()
  const ready = page.getByRole('dialog', { name: t('tokens:ready.title') })
  await expect(ready.locator(':focus').or(ready.and(page.locator(':focus')))).toBeVisible()
  const [made] = await client.send<{ id: number }[]>('GET', '/api/token/search?keyword=by mouse')
  await client.send('DELETE', `/api/token/${made?.id}`)
})
