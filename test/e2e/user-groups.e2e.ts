import type { User } from '#contract/api/users.ts'
import { expect, test } from './fixtures.ts'

test.use({ start: 'empty', options: { GroupRatio: '{"default":1,"vip":0.8,"other":2}' } })

test('users move to another group together, and undo leaves alone whom somebody changed since', {
  tag: '@all',
}, async ({ page, client, t }) => {
  for (const username of ['ann', 'ben', 'cat']) {
    await client.send('POST', '/api/user', { username, password: 'password1' })
  }
  const groups = async () => {
    const users = await client.send<User[]>('GET', '/api/user?page_size=10')
    return Object.fromEntries(users.map(({ username, group }) => [username, group]))
  }
  const idOf = async (name: string) =>
    (await client.send<User[]>('GET', `/api/user/search?keyword=${name}`)).find(({ username }) => username === name)?.id
  await client.send('PUT', '/api/user', { id: await idOf('cat'), group: 'vip' })

  await page.goto('/user')
  for (const name of ['ann', 'ben', 'cat']) await page.getByRole('checkbox', { name: new RegExp(name) }).check()
  const bar = page.getByRole('region', { name: t('table:select.bar') })
  const move = async (title: string, action: string) => {
    await bar.getByRole('button', { name: t('users:bulk.move') }).click()
    await page.getByRole('menuitem', { name: 'vip', exact: true }).click()
    const question = page.getByRole('dialog', { name: title })
    await expect(question).toContainText(t('users:bulk.others', { count: 1, group: 'vip' }))
    await question.getByRole('button', { name: action, exact: true }).click()
  }
  const before = await groups()
  await move(t('users:bulk.title', { count: 2, group: 'vip' }), t('common:action.cancel'))
  expect(await groups()).toEqual(before)
  await move(t('users:bulk.title', { count: 2, group: 'vip' }), t('users:bulk.action', { count: 2 }))
  await expect(page.getByText(t('users:bulk.done', { count: 2, group: 'vip' }))).toBeVisible()
  expect(await groups()).toEqual({ root: 'default', ann: 'vip', ben: 'vip', cat: 'vip' })
  await expect(bar).toBeHidden()

  await client.send('PUT', '/api/user', { id: await idOf('ben'), group: 'other' })
  await page.getByRole('button', { name: t('common:action.undo') }).click()
  await expect(page.getByText(t('users:bulk.restored', { count: 1 }))).toBeVisible()
  await expect(page.getByText(t('users:bulk.changedSince')).first()).toBeVisible()
  expect(await groups()).toEqual({ root: 'default', ann: 'default', ben: 'other', cat: 'vip' })
})
