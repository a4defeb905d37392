import { expect, test } from './fixtures.ts'

test('the settings open on the tab that is named, or on one’s own if none has that name', { tag: '@all' }, async ({
  page,
  t,
}) => {
  for (const tab of ['personal', 'nonsense']) {
    await page.goto(`/setting?tab=${tab}`)
    await expect(page.getByRole('heading', { name: t('personal:models.title') })).toBeVisible()
    await expect(page.getByRole('link', { name: t('shell:tab.personal') })).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveURL(/\/setting$/)
  }
})

test('what an address says wrongly counts as not said', async ({ page, t }) => {
  await page.goto('/detail?from=soon&step=century&metric=joy&period=ever')
  await expect(page.getByRole('combobox', { name: t('dashboard:filter.period') })).toHaveValue('24h')
  await expect(page).toHaveURL(/\/detail$/)

  await page.goto('/playground?expired=maybe')
  await expect(page.getByText(t('playground:empty.title'))).toBeVisible()
  await expect(page.getByText(t('common:error.unauthorized'))).toBeHidden()

  await page.goto('/log?row=abc&p=-3&size=7&sort=password')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/log$/)
})
