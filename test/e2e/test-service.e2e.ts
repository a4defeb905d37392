import { CLIENT } from '../fake-providers/desk.ts'
import { expect, test } from './fixtures.ts'

// Options are the site's own: a test that changes them has a site to itself.
test.use({ start: 'providers' })

test('saved credentials of a login are tried, and what is not saved is told', async ({ page, t, client }) => {
  await page.goto('/setting?tab=system')
  const button = page.getByRole('button', { name: t('settings:serviceTest.button.github') })
  await button.click()
  await expect(page.getByText(t('settings:serviceTest.right.github'))).toBeVisible()
  await page.getByLabel(t('options:option.GitHubClientId.label'), { exact: true }).fill('somebody-else')
  await expect(page.getByText(t('settings:serviceTest.unsaved'))).toBeVisible()
  await client.send('PUT', '/api/option', { key: 'GitHubClientSecret', value: 'wrong' })
  await button.click()
  await expect(page.getByRole('alert').filter({ hasText: t('settings:serviceTest.refused') })).toBeVisible()
  await page.getByRole('button', { name: t('settings:serviceTest.button.payment') }).click()
  await expect(page.getByText(t('settings:serviceTest.unset.payment'))).toBeVisible()
  await client.send('PUT', '/api/option', { key: 'GitHubClientSecret', value: CLIENT.secret })
})
