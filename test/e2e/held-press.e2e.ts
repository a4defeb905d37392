import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Holds back a part of the page. Returns a function that lets it come. */
async function hold(page: Page, part: RegExp) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(part, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Holds the mouse button on a control. */
async function pressDown(page: Page, control: Locator) {
  await control.scrollIntoViewIfNeeded()
  const box = (await control.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
}

test('a press on the type of a channel opens its list when the searched list comes during the press', async ({
  page,
  t,
}) => {
  const release = await hold(page, /\/assets\/combobox-(?!popup)/)
  await page.goto('/channel/add')
  await pressDown(page, page.getByRole('combobox', { name: t('channels:form.type') }))
  release()
  const list = page.getByRole('listbox')
  await expect(list).toBeVisible()
  await page.mouse.up()
  await page.keyboard.press('ArrowDown')
  await expect(list).toBeVisible()
  await expect(list.locator('[data-highlighted]')).toHaveCount(1)
})

test('a press on a section opens it when a part above comes during the press and moves it', async ({ page, t }) => {
  const release = await hold(page, /\/assets\/model-fields-/)
  await page.goto('/channel/add')
  const head = page.getByRole('button', { name: t('channels:form.section.buyPrice') }).last()
  await pressDown(page, head)
  release()
  await expect(page.getByRole('combobox', { name: t('channels:form.models'), exact: true })).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('button', { name: t('channels:buyPrice.add') })).toBeVisible()
})
