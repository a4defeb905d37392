import type { OptionKey } from '#contract/options.ts'
import { expect, test } from './fixtures.ts'

const PAGES: [path: string, option: OptionKey][] = [
  ['/midjourney', 'DrawingEnabled'],
  ['/task', 'TaskEnabled'],
  ['/detail', 'DataExportEnabled'],
]

test.use({ start: 'empty', options: { DrawingEnabled: false, TaskEnabled: false, DataExportEnabled: false } })

test('a page that is switched off leads root to exactly its setting', async ({ page, t }) => {
  for (const [path, option] of PAGES) {
    await page.goto(path)
    await expect(page.getByText(t('shell:feature.off'))).toBeVisible()
    await page
      .getByRole('link', { name: t('action.openSetting') })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`/setting\\?.*${option}`))
    await expect(
      page.getByText(t(`options:option.${option}.label` as 'options:option.DrawingEnabled.label')).first(),
    ).toBeVisible()
  }
  await page.goto('/topup')
  await page.getByRole('link', { name: t('action.openSetting') }).click()
  await expect(page).toHaveURL(/PayAddress/)
})
