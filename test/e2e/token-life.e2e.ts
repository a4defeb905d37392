import { OPEN, violations } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ start: 'empty' })

test('tokens have a note and tags, by which the list is filtered', { tag: '@all' }, async ({ page, client, t }) => {
  const { id } = await client.send<{ id: number }>('POST', '/api/token', { name: 'bot', unlimited_quota: true })
  await client.send('POST', '/api/token', { name: 'other', unlimited_quota: true, tags: ['team-b'] })
  await page.goto(`/token/edit/${id}`)
  const drawer = page.getByRole('dialog', { name: t('tokens:form.update') })
  await expect(drawer).toContainText(t('tokens:neverUsed'))
  await drawer.getByRole('combobox', { name: t('tokens:form.tags') }).fill('team-a')
  await page.keyboard.press('Enter')
  await drawer.getByLabel(t('tokens:form.note')).fill('Runs the nightly evaluation')
  expect(await violations(page, 'light', OPEN)).toEqual([])
  await drawer.getByRole('button', { name: t('tokens:form.submit') }).click()
  await expect(drawer).toBeHidden()
  expect(await client.send('GET', `/api/token/${id}`)).toMatchObject({
    note: 'Runs the nightly evaluation',
    tags: ['team-a'],
  })
  await page.goto('/token?tag=team-a')
  await expect(page.getByRole('row').filter({ hasText: 'bot' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'other' })).toBeHidden()
  await page.getByRole('combobox', { name: t('tokens:column.tags') }).selectOption('team-b')
  await expect(page.getByRole('row').filter({ hasText: 'other' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'bot' })).toBeHidden()
})

test('mails before a token expires are turned off in the personal settings', { tag: '@all' }, async ({
  page,
  client,
  t,
}) => {
  await page.goto('/setting')
  const wanted = page.getByRole('switch', { name: t('personal:mails.expiry') })
  await expect(wanted).toBeChecked()
  await wanted.click()
  await expect(wanted).not.toBeChecked()
  await expect.poll(() => client.send<object>('GET', '/api/user/self')).toMatchObject({ expiry_mails: false })
})
