import type { Locator, Page } from '@playwright/test'
import type { Drawing } from '#contract/api/tasks.ts'
import { violations } from './axe.ts'
import { expect, further, held, test } from './fixtures.ts'
import { expectStill } from './shifts.ts'
import type { Texts } from './texts.ts'

const tilesOf = (page: Page, t: Texts) => page.getByRole('list', { name: t('drawing:title') }).getByRole('button')

/** How many there are side by side. */
const columnsOf = (tiles: Locator) =>
  tiles.evaluateAll((all) => {
    const tops = all.map((one) => one.getBoundingClientRect().top)
    return tops.filter((top) => top === tops[0]).length
  })

/** Opens the log and has it shown as pictures. */
async function openGrid(page: Page, t: Texts) {
  await page.goto('/midjourney')
  await page.getByRole('button', { name: t('drawing:grid.pictures') }).click()
  await expect(tilesOf(page, t)).toHaveCount(10)
}

// The seed has one drawing whose picture is gone.
test.beforeEach(async ({ page }) => {
  const image = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>'
  await page.route('https://images.invalid/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: image }))
})

test('drawings are shown as pictures, and a press opens one', async ({ page, t, client }) => {
  const [running, , drawn, , , failed] = await client.send<Drawing[]>('GET', '/api/mj?page_size=10')
  await openGrid(page, t)
  const tiles = tilesOf(page, t)
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(tiles.nth(2).getByRole('img', { name: drawn?.prompt, exact: true })).toBeVisible()
  await expect(tiles.first()).toContainText('42%')
  await expect(tiles.first()).toContainText(t('drawing:status.IN_PROGRESS'))
  await expect(tiles.first()).toContainText(running?.prompt ?? '-')
  await expect(tiles.nth(5)).toContainText(failed?.fail_reason ?? '-')

  await tiles.nth(2).click()
  const dialog = page.getByRole('dialog', { name: t('drawing:dialog.title', { id: drawn?.mj_id }) })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(`/midjourney?row=${drawn?.id}`)
  await page.keyboard.press('Escape')
  await expect(tiles.nth(2)).toBeFocused()

  await page.reload()
  await expect(tiles).toHaveCount(10)
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('combobox', { name: t('drawing:column.status') }).selectOption(t('drawing:status.FAILURE'))
  await expect(tiles.filter({ hasNotText: t('drawing:status.FAILURE') })).toHaveCount(0)
  await page.goto('/midjourney?channel=999999')
  await expect(page.getByText(t('table:none.matching'), { exact: true })).toBeVisible()

  await page.goto('/midjourney')
  await page.getByRole('button', { name: t('drawing:grid.table') }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('table')).toBeVisible()
})

test('the grid is one stop of Tab, and its arrows reach every tile', { tag: '@all' }, async ({ page, t }) => {
  await openGrid(page, t)
  const tiles = tilesOf(page, t)
  await tiles.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(tiles.nth(2)).toBeFocused()
  await page.keyboard.press('End')
  await expect(tiles.last()).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('j')
  await expect(tiles.nth(1)).toBeFocused()
  const columns = await columnsOf(tiles)
  expect(columns).toBeGreaterThan(2)
  await page.keyboard.press('ArrowDown')
  await expect(tiles.nth(1 + columns)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(tiles.nth(1)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(tiles.nth(1)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus[data-row]')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(tiles.nth(1)).toBeFocused()
})

test('nothing moves while the pictures come, which wait until they are near', { tag: '@all' }, async ({ page, t }) => {
  await openGrid(page, t)
  const moved = await expectStill(page)
  const list = await held(page, /\/api\/mj\?/)
  await page.reload()
  await list.requested
  list.release()
  await expect(tilesOf(page, t)).toHaveCount(10)
  await expect(page.getByRole('img').first()).toBeVisible()
  await moved()
  for (const image of await page.getByRole('list').locator('img').all()) {
    await expect(image).toHaveAttribute('loading', 'lazy')
  }
})

for (const [language, theme, width] of [
  ['zh', 'light', 1440],
  ['en', 'dark', 360],
  ['en', 'light', 360],
] as const) {
  test.describe(`in ${language}, ${theme}, ${width} px wide`, further(language !== 'zh'), () => {
    test.use({ language, theme, viewport: { width, height: 800 } })

    test('the grid fits and axe finds nothing', { tag: '@all' }, async ({ page, t }) => {
      await openGrid(page, t)
      // The tooltip of what was pressed would lie outside of every region.
      await page.reload()
      const tiles = tilesOf(page, t)
      await expect(tiles).toHaveCount(10)
      const columns = await columnsOf(tiles)
      if (width === 360) expect(columns).toBe(2)
      expect(await violations(page, theme)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })
  })
}

test.describe('a picture that is gone', () => {
  test.use({ expectedErrors: /ERR_|status of 404|images\.invalid/ })

  test('leaves words in its place', { tag: '@all' }, async ({ page, t }) => {
    await page.route('https://images.invalid/**', (route) => route.fulfill({ status: 404 }))
    await openGrid(page, t)
    await expect(tilesOf(page, t).nth(3)).toContainText(t('drawing:grid.unseen'))
  })
})
