import type { User } from '#contract/api/users.ts'
import { expect, further, test } from './fixtures.ts'

for (const language of ['en', 'zh'] as const) {
  test.describe(`in ${language}`, further(language !== 'en'), () => {
    test.use({ language })

    test('the audit log tells who changed what, before and after', async ({ page, client, t }) => {
      const { send } = client
      const username = `audited-${language}`
      await send('POST', '/api/user', { username, password: 'password1' })
      const [user] = await send<User[]>('GET', `/api/user/search?keyword=${username}`)
      await send('PUT', '/api/user', { id: user?.id, group: 'vip', quota_change: '+2500000', reason: 'gift' })
      await send('POST', '/api/user/manage', { id: user?.id, action: 'promote' })
      await send('POST', '/api/user/manage', { id: user?.id, action: 'disable' })
      await send('POST', '/api/user/manage', { id: user?.id, action: 'delete' })

      await page.goto(`/user/edit/${user?.id}`)
      await page
        .getByRole('dialog')
        .getByRole('link', { name: t('users:head.audits') })
        .click()
      await expect(page).toHaveURL(/\/audit\?target_kind=user&target_id=/)
      const rows = page.locator('[data-row]')
      await expect(rows).toHaveCount(5)
      const acts = ['user_delete', 'user_update', 'user_update', 'user_update', 'user_create'] as const
      for (const [index, act] of acts.entries()) {
        await expect(rows.nth(index)).toContainText(t(`audits:action.${act}`))
        await expect(rows.nth(index)).toContainText('root')
      }
      await expect(rows.nth(2)).toContainText(`${t('users:role.user')} → ${t('users:role.admin')}`)

      await rows.nth(3).getByText(t('audits:action.user_update')).click()
      const table = page.getByRole('table', { name: t('audits:detail.caption') })
      const change = (field: string) => table.getByRole('row').filter({ hasText: field })
      await expect(change(t('audits:field.group')).getByRole('cell')).toHaveText([/default/, /vip/])
      await expect(change(t('audits:field.quota')).getByRole('cell')).toHaveText([/\$0\.00/, /\$5\.00.*2,500,000/])
      await expect(change(t('audits:field.reason')).getByRole('cell')).toHaveText(['—', /gift/])
    })
  })
}

test('the audit log is filtered by who, what and when, and its URL keeps it', { tag: '@all' }, async ({
  page,
  client,
  t,
}) => {
  await client.send('PUT', '/api/option', { key: 'GroupRatio', value: '{"default":1,"vip":0.9,"svip":1}' })
  await page.goto('/audit')
  const rows = page.locator('[data-row]')
  await expect(rows.first()).toBeVisible()
  await page.getByRole('combobox', { name: t('audits:filter.action'), exact: true }).selectOption('option.update')
  await expect(page).toHaveURL('/audit?action=option.update')
  await expect(rows.filter({ hasNotText: t('audits:action.option_update') })).toHaveCount(0)
  await expect(rows.filter({ hasText: 'vip 1 → 0.9' })).toHaveCount(1)
  await page.reload()
  await expect(rows.filter({ hasText: t('options:option.GroupRatio.label') }).first()).toBeVisible()

  await page.getByRole('searchbox', { name: t('audits:filter.actor'), exact: true }).fill('nobody')
  await expect(page.getByText(t('table:none.matching'), { exact: true })).toBeVisible()
  await page.goto('/audit?to=1000')
  await expect(page.getByText(t('table:none.matching'), { exact: true })).toBeVisible()
  await page.goto('/audit?range=1h')
  await expect(rows.first()).toBeVisible()
})
