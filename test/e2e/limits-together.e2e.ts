import { OPEN, violations } from './axe.ts'
import { addUser, enterAs } from './console-client.ts'
import { expect, test } from './fixtures.ts'

test.use({ start: 'empty' })

test('limits of several tokens are set together, and the list shows the tightest', { tag: '@all' }, async ({
  page,
  client,
  t,
}) => {
  const limits = { tpd: 1000 }
  const one = await client.send<{ id: number }>('POST', '/api/token', { name: 'one', limits })
  const two = await client.send<{ id: number }>('POST', '/api/token', { name: 'two' })
  await page.goto('/token')
  for (const name of ['one', 'two']) await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  await page.getByRole('button', { name: t('common:action.limits') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('limits:measure.rpm')).fill('60')
  expect(await violations(page, 'light', OPEN)).toEqual([])
  await dialog.getByRole('button', { name: t('limits:bulk.action'), exact: true }).click()
  await expect(page.getByText(t('tokens:bulk.limited', { count: 2 }))).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'two' })
  await expect(row).toContainText(t('tokens:limit.rpm', { count: 60, used: '0', limit: '60' }))
  const stored = async ({ id }: { id: number }) =>
    (await client.send<{ limits: unknown }>('GET', `/api/token/${id}`)).limits
  expect(await stored(one)).toEqual({ tpd: 1000, rpm: 60 })
  expect(await stored(two)).toEqual({ rpm: 60 })
})

test('limits of several users are set together, and users see their own with their use', { tag: '@all' }, async ({
  page,
  client,
  site,
  t,
}) => {
  const user = await addUser(site.url, client, 'limited')
  await page.goto('/user')
  await page.getByRole('row').filter({ hasText: 'limited' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: t('common:action.limits') }).click()
  await page.getByRole('dialog').getByLabel(t('limits:measure.rpd')).fill('500')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('limits:bulk.action'), exact: true })
    .click()
  await expect(page.getByText(t('users:bulk.limited', { count: 1 }))).toBeVisible()
  await client.send('PUT', '/api/option', { key: 'GroupLimits', value: '{"default":{"concurrency":7}}' })
  await enterAs(page, site.url, user)
  await page.goto('/setting')
  const own = page.getByRole('region', { name: t('limits:own.title') })
  await expect(own).toContainText(t('limits:usedOf', { used: '0', limit: '500' }))
  await expect(own.getByRole('list', { name: t('limits:own.group') })).toContainText(
    t('limits:usedOf', { used: '0', limit: '7' }),
  )
})

test('limits of groups and of patterns of models are edited as forms', { tag: '@all' }, async ({ page, client, t }) => {
  // The page of settings has a thousand elements to look at.
  test.slow()
  await page.goto('/setting?tab=operation&section=limits')
  const groups = page.getByRole('group', { name: t('options:option.GroupLimits.label') })
  await groups.scrollIntoViewIfNeeded()
  await groups.getByRole('combobox').selectOption('vip')
  await groups.getByRole('button', { name: `${t('form:pairs.add')}: ${t('options:option.GroupLimits.label')}` }).click()
  await groups.getByLabel(t('limits:measure.rpm')).fill('60')
  await expect(groups.getByRole('button', { name: 'vip', expanded: true })).toContainText(
    t('limits:sentence.rpm', { count: 60, limit: '60' }),
  )
  const models = page.getByRole('group', { name: t('options:option.ModelLimits.label') })
  await models.getByRole('textbox').first().fill('claude-opus*')
  await page.keyboard.press('Enter')
  await models.getByLabel(t('limits:measure.concurrency')).fill('4')
  expect(await violations(page, 'light', OPEN)).toEqual([])
  await page.getByRole('button', { name: t('settings:bar.save'), exact: true }).click()
  const stored = async (key: string) => {
    const all = await client.send<{ key: string; value: string }[]>('GET', '/api/option')
    return all.find((option) => option.key === key)?.value
  }
  await expect.poll(() => stored('GroupLimits')).toBe('{"vip":{"rpm":60}}')
  await expect.poll(() => stored('ModelLimits')).toBe('{"claude-opus*":{"concurrency":4}}')
})
