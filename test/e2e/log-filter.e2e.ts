import { expect, test } from './fixtures.ts'

for (const language of ['en', 'zh'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('the channel filter takes ids and says why it takes no letters', async ({ page, t }) => {
      await page.goto('/log')
      const field = page.getByRole('searchbox', { name: t('logs:filter.channel'), exact: true })
      const reason = page.getByRole('status').filter({ hasText: t('logs:filter.digitsOnly') })
      await expect(field).toHaveAttribute('placeholder', t('logs:filter.channel'))
      await field.pressSequentially('ma')
      await expect(reason).toBeVisible()
      await expect(field).toHaveValue('')
      await field.pressSequentially('2')
      await expect(reason).toBeHidden()
      await expect(page).toHaveURL('/log?channel=2')
    })
  })
}
