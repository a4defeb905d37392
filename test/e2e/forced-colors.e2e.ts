import type { Locator } from '@playwright/test'
import { expect, further, test } from './fixtures.ts'

/** What the system's colours leave of an element: its ground, its lower border, and its outline. */
const look = (element: Locator) =>
  element.evaluate((node) => {
    const { backgroundColor, borderBottomColor, outlineStyle } = getComputedStyle(node)
    return { backgroundColor, borderBottomColor, outlineStyle }
  })

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the system's colours, ${colorScheme}`, further(colorScheme !== 'light'), () => {
    test.use({ contextOptions: { forcedColors: 'active' }, colorScheme })

    test('what is on, open, selected or full looks other than what is not', async ({ page, t }) => {
      await page.goto('/channel')
      const row = page.locator('tbody [data-row]').first()
      await expect(row).toBeVisible()
      const control = page.getByRole('switch', { name: t('channels:toolbar.idSort') })
      await expect(control).not.toBeChecked()
      const off = await look(control)
      await control.check()
      expect((await look(control)).backgroundColor).not.toBe(off.backgroundColor)
      expect(await control.evaluate((node) => getComputedStyle(node).appearance)).toBe('none')
      const cell = row.locator('td').last()
      const before = await look(cell)
      await row.getByRole('checkbox').first().check()
      expect((await look(cell)).borderBottomColor).not.toBe(before.borderBottomColor)

      await page.goto('/detail')
      const bars = page.locator('[data-part]')
      await expect(bars.first()).toBeVisible()
      const ground = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
      expect((await look(bars.first())).backgroundColor).not.toBe(ground)

      await page.goto('/setting?tab=system')
      const tab = (name: 'operation' | 'system') =>
        page.getByRole('link', { name: t(`shell:tab.${name}`), exact: true })
      await expect(tab('system')).toHaveAttribute('aria-current', 'page')
      await expect(tab('operation')).not.toHaveAttribute('aria-current')
      expect((await look(tab('system'))).borderBottomColor).not.toBe((await look(tab('operation'))).borderBottomColor)

      await page.goto('/token')
      const track = page.locator('tbody td span[aria-hidden].h-1\\.5').first()
      await expect(track).toBeVisible()
      expect((await look(track.locator('span'))).backgroundColor).not.toBe(ground)
      expect((await look(track)).outlineStyle).toBe('solid')
    })
  })
}
