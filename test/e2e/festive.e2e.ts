import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

const NEW_YEAR = new Date(2027, 0, 1, 12)

test.describe('on a festive day', () => {
  test.beforeEach(({ page }) => page.clock.install({ time: NEW_YEAR }))

  async function celebrate(page: Page, t: Texts) {
    await page.getByRole('button', { name: t('shell:festive.label') }).click()
    await page.getByRole('menuitem', { name: t('shell:festive.wish') }).click()
    await expect(page.getByText(t('shell:festive.restarts'))).toBeVisible()
  }
  /** Something that a reload takes away. */
  const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-before', ''))
  const marked = (page: Page) => page.locator('body[data-before]')

  test.describe('for those who like things to move', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })

    test('wishes bring fireworks, and a page that starts afresh', { tag: '@all' }, async ({ page, t }) => {
      await page.goto('/about')
      await mark(page)
      await celebrate(page, t)
      await expect(page.locator('canvas')).toHaveCount(1)
      await page.clock.runFor(4000)
      await expect(page.locator('canvas')).toHaveCount(0)
      await expect(marked(page)).toHaveCount(1)
      await page.clock.runFor(7000)
      await expect(marked(page)).toHaveCount(0)
    })
  })

  test('a page stays whose form is not saved', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/setting?tab=other&section=branding')
    const name = page.getByRole('textbox', { name: t('options:option.SystemName.label') })
    await name.fill('half typed')
    await celebrate(page, t)
    await page.clock.runFor(11_000)
    await expect(name).toHaveValue('half typed')
  })

  test.describe('for those who want things to keep still', () => {
    test('there are no fireworks, and the page can be kept', { tag: '@all' }, async ({ page, t }) => {
      await page.goto('/about')
      await mark(page)
      await celebrate(page, t)
      await expect(page.locator('canvas')).toHaveCount(0)
      await page.getByRole('button', { name: t('shell:festive.stay') }).click()
      await page.clock.runFor(11_000)
      await expect(marked(page)).toHaveCount(1)
    })
  })
})

test('on other days there are none', { tag: '@all' }, async ({ page, t }) => {
  await page.clock.setFixedTime(new Date(2027, 0, 2))
  await page.goto('/about')
  await expect(page.getByRole('button', { name: t('shell:palette.open') })).toBeVisible()
  await expect(page.getByRole('button', { name: t('shell:festive.label') })).toHaveCount(0)
})
