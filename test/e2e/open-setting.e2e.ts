import type { OptionKey } from '#contract/options.ts'
import { expect, test } from './fixtures.ts'

const PAGES: [path: string, option: OptionKey][] = [
  ['/midjourney', 'DrawingEnabled'],
  ['/task', 'TaskEnabled'],
  ['/detail', 'DataExportEnabled'],
]

test.use({ start: 'empty', options: { DrawingEnabled: false, TaskEnabled: false, DataExportEnabled: false } })

test('a page that is switched off leads root to exactly its setting', { tag: '@all' }, async ({ page, t }) => {
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
  for (const option of ['TopUpLink', 'PayAddress']) {
    await page.goto('/topup')
    await page.locator(`main a[href*="${option}"]`).click()
    await expect(page).toHaveURL(new RegExp(option))
  }
})

test('where a site has nothing yet, its administrator is led to what changes that', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/models')
  await page.getByRole('link', { name: t('action.addChannel') }).click()
  await expect(page.getByRole('dialog', { name: t('channels:form.create') })).toBeVisible()
  await page.goto('/setting')
  await page.getByRole('button', { name: t('personal:email.bind') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('personal:email.address')).fill('root@example.com')
  await dialog.getByRole('button', { name: t('personal:email.get') }).click()
  await dialog.getByRole('link', { name: t('action.openSetting') }).click()
  await expect(page.getByRole('textbox', { name: t('options:option.SMTPServer.label') })).toBeVisible()
  await expect(dialog).toBeHidden()
})
