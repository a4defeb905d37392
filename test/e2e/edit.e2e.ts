import type { Channel } from '#contract/api/channels.ts'
import type { Token } from '#contract/api/tokens.ts'
import { expect, test } from './fixtures.ts'

test('a token form that was open while calls were paid leaves its quota alone', async ({ page, client, t }) => {
  const { id } = await client.send<Token>('POST', '/api/token', { name: 'edited', remain_quota: 1000 })
  await page.goto(`/token/edit/${id}`)
  const drawer = page.getByRole('dialog', { name: t('tokens:form.update') })
  await drawer.getByLabel(t('tokens:form.name'), { exact: true }).fill('renamed')
  await client.send('PUT', '/api/token', { id, remain_quota: 693 })

  // What is kept over a reload is what was typed, not the quota of then.
  await expect.poll(() => page.evaluate((key) => sessionStorage.getItem(key), `draft:token:edit:${id}`)).not.toBeNull()
  await page.reload()
  await expect(drawer.getByLabel(t('tokens:form.name'), { exact: true })).toHaveValue('renamed')
  await client.send('PUT', '/api/token', { id, remain_quota: 400 })
  await drawer.getByRole('button', { name: t('tokens:form.submit'), exact: true }).click()
  await expect(drawer).toBeHidden()
  expect(await client.send<Token>('GET', `/api/token/${id}`)).toMatchObject({ name: 'renamed', remain_quota: 400 })
})

test('a channel form leaves alone what the list changed meanwhile', { tag: '@all' }, async ({ page, client, t }) => {
  const body = { type: 1, key: 'sk-edited', name: 'edited', models: 'o3', base_url: 'http://127.0.0.1:1' }
  const [channel] = await client.send<Channel[]>('POST', '/api/channel', body)
  const id = channel?.id
  await page.goto(`/channel/edit/${id}`)
  const drawer = page.getByRole('dialog', { name: t('channels:form.update') })
  await drawer.getByLabel(t('channels:form.name'), { exact: true }).fill('renamed')
  await client.send('PUT', '/api/channel', { id, priority: 7, weight: 3, models: 'o3,o4-mini' })
  await drawer.getByRole('button', { name: t('channels:form.save'), exact: true }).click()
  await expect(drawer).toBeHidden()
  const after = await client.send<Channel>('GET', `/api/channel/${id}`)
  expect(after).toMatchObject({ name: 'renamed', priority: 7, weight: 3, models: 'o3,o4-mini' })
})

test('a moment that was typed in part is no moment: nothing is created that never expires', { tag: '@all' }, async ({
  page,
  t,
}) => {
  await page.goto('/token/add')
  const drawer = page.getByRole('dialog')
  const expires = drawer.getByRole('textbox', { name: t('tokens:form.expiry') })
  const submit = drawer.getByRole('button', { name: t('tokens:form.submit') })
  await drawer.getByRole('textbox', { name: t('tokens:form.name'), exact: true }).fill('half a date')
  await expires.click()
  await page.keyboard.type('12')
  await submit.click()
  await expect(expires).toHaveAccessibleDescription(/is invalid/)
  await expires.click()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/token/add')

  await drawer.getByRole('button', { name: t('tokens:form.preset.never') }).click()
  expect(await expires.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(false)
  await submit.click()
  await expect(page.getByText(t('tokens:ready.title'))).toBeVisible()
})

test.describe('where no group may be chosen', () => {
  test.use({ start: 'empty', options: { UserUsableGroups: '{}' } })

  test('a token has the group of its user, and the form says why', { tag: '@all' }, async ({ page, t }) => {
    await page.goto('/token/add')
    const group = page.getByRole('dialog').getByRole('combobox', { name: t('tokens:form.group') })
    await expect(group).toBeDisabled()
    // An administrator's hint ends with a link to the setting.
    await expect(group).toHaveAccessibleDescription(new RegExp(`^${t('tokens:form.groupNone')}`))
    await expect(group).toHaveValue('')
  })
})
