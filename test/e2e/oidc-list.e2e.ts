import { CLIENT } from '../fake-providers/desk.ts'
import { expect, test } from './fixtures.ts'

test.use({ start: 'providers' })

test('a listed OpenID provider is added, tested, edited without its secret and removed', { tag: '@all' }, async ({
  page,
  t,
  client,
}) => {
  const rows = await client.send<{ key: string; value: string }[]>('GET', '/api/option')
  const issuer = rows.find(({ key }) => key === 'OIDCIssuer')?.value ?? ''
  await page.goto('/setting?tab=system&section=oidc')
  const option = page.locator('#option-OIDCProviders')
  await option.getByRole('button', { name: t('settings:oidc.add') }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: t('common:action.save') })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel(t('settings:oidc.id'), { exact: true }).fill('staff')
  await dialog.getByLabel(t('settings:oidc.name'), { exact: true }).fill('Staff login')
  await dialog.getByLabel(t('settings:oidc.issuer'), { exact: true }).fill(issuer)
  await dialog.getByRole('button', { name: t('settings:oidc.test') }).click()
  await expect(dialog.getByRole('status')).toContainText(`${issuer}/authorize`)
  await dialog.getByLabel(t('settings:oidc.client_id'), { exact: true }).fill(CLIENT.id)
  await dialog.getByLabel(t('settings:oidc.client_secret'), { exact: true }).fill(CLIENT.secret)
  await save.click()
  await expect(dialog).toHaveCount(0)
  await expect(option).toContainText('Staff login')

  await option.getByRole('button', { name: `${t('common:action.edit')}: Staff login` }).click()
  await expect(dialog.getByLabel(t('settings:oidc.client_secret'), { exact: true })).toHaveValue('')
  await dialog.getByLabel(t('settings:oidc.name'), { exact: true }).fill('Works')
  await save.click()
  await expect(option).toContainText('Works')

  // The secret was kept: the provider is still offered, and a bind leads to it.
  await page.goto('/setting')
  await page.getByRole('button', { name: t('personal:bindings.bindNamed', { name: 'Works' }) }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page).toHaveURL('/setting')

  // Administrators see the account on the user's page.
  await page.goto(`/user/edit/${client.user.id}`)
  const account = page.getByRole('term').filter({ hasText: t('users:bound.account', { name: 'Works' }) })
  await expect(account.locator('xpath=following-sibling::*')).not.toHaveText(t('users:bound.none'))

  await page.goto('/setting?tab=system&section=oidc')
  await option.getByRole('button', { name: `${t('common:action.delete')}: Works` }).click()
  await page.getByRole('button', { name: t('common:action.delete'), exact: true }).click()
  await expect(option).not.toContainText('Works')
})
