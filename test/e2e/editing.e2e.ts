import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const _focusedRow = (page: Page) => page.locator('[data-row]:focus')
const isWrite = (method: string) => method !== 'GET'

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: /status of 503/ })

  test('a form that is being saved stays until the answer, and keeps what was typed', { tag: '@all' }, async ({
    page,
    t,
  }) => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.goto('/token')
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await page.keyboard.press('c')
    const name = page.getByLabel(t('tokens:form.name'), { exact: true })
    await name.fill('slow')
    await page.route(/\/api\/token\/?$/, async (route) => {
      if (!isWrite(route.request().method())) return route.continue()
      await answered
      await route.fulfill({ status: 503 })
    })
    await page.keyboard.press('Control+Enter')
    const cancel = page.getByRole('button', { name: t('common:action.cancel') })
    await expect(cancel).toHaveAttribute('aria-disabled', 'true')
    await expect(cancel).toHaveAccessibleDescription(t('form:saving'))
    await page.getByRole('button', { name: t('tokens:form.submit'), exact: true }).click({ force: true })
    await expect(page.getByText(t('form:repeated'))).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goBack()
    await expect(name).toHaveValue('slow')
    answer()
    await expect(page.getByRole('alert')).toContainText('503')
    await expect(page).toHaveURL('/token/add')
    await expect(name).toHaveValue('slow')
  })
})

test('a menu that comes late does not open over the palette', { tag: '@all' }, async ({ page, t }) => {
  let deliver = () => {}
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  await page.route(/\/menu-[^/]*\.js$/, async (route) => {
    await delivered
    await route.continue()
  })
  await page.goto('/channel')
  const tools = page.getByRole('button', { name: t('channels:toolbar.more') })
  await tools.click()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  const loaded = page.waitForResponse(/\/menu-[^/]*\.js$/)
  deliver()
  await loaded
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await tools.click()
  await expect(page.getByRole('menu')).toBeVisible()
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]) {
  test(`toasts leave buttons in reach at ${viewport.width} px`, { tag: '@all' }, async ({ page, t }) => {
    await page.setViewportSize(viewport)
    await page.goto('/channel')
    await page.getByRole('checkbox').nth(1).check()
    await page.getByRole('button', { name: t('channels:row.disable', { name: 'main' }) }).click()
    const toast = page.getByText(t('channels:toast.disabled', { name: 'main' }))
    await expect(toast).toBeVisible()
    await expectApart(page, '[data-keep-clear]')
    await page.getByRole('link', { name: 'main', exact: true }).click()
    await expect(
      page.getByRole('dialog', { name: t('channels:form.update') }).locator('[data-keep-clear]'),
    ).toBeVisible()
    await expect(toast).toBeVisible()
    await expectApart(page, '[role=dialog] [data-keep-clear]')
    await page.goto('/channel')
    await page.getByRole('button', { name: t('channels:row.enable', { name: 'main' }) }).click()
    await expect(page.getByText(t('channels:toast.enabled', { name: 'main' }))).toBeVisible()
  })
}

/** No toast lies over any of these. */
function expectApart(page: Page, selector: string) {
  const overlaps = () =>
    page.evaluate((chosen) => {
      const toasts = [...document.querySelectorAll('[role=region] .popup')].map((each) => each.getBoundingClientRect())
      const others = [...document.querySelectorAll(chosen)].map((each) => each.getBoundingClientRect())
      return toasts.flatMap((a) =>
        others.filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
      ).length
    }, selector)
  return expect.poll(overlaps).toBe(0)
}

test('a drawer has no sideways scrolling at 400 % zoom', { tag: '@all' }, async ({ page, t }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/channel/add')
  const drawer = page.getByRole('dialog', { name: t('channels:form.create') })
  await expect(drawer.getByRole('textbox').first()).toBeVisible()
  const width = await drawer
    .locator('form > div')
    .first()
    .evaluate((form) => form.scrollWidth - form.clientWidth)
  expect(width).toBe(0)
})
