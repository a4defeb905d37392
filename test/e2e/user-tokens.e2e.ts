import type { Token } from '#contract/api/tokens.ts'
import type { User } from '#contract/api/users.ts'
import { logIn } from './console-client.ts'
import { expect, test } from './fixtures.ts'

test('the tokens of a user are seen in the drawer without their keys, and lead to their calls', {
  tag: '@all',
}, async ({ page, client, site, t }) => {
  const [username, password] = ['holder', 'password1']
  await client.send('POST', '/api/user', { username, password })
  const [user] = await client.send<User[]>('GET', `/api/user/search?keyword=${username}`)
  const owner = await logIn(site.url, username, password)
  const token = await owner.send<Token>('POST', '/api/token', { name: 'build bot', remain_quota: 1_000_000 })

  await page.goto(`/user/edit/${user?.id}?view=keys`)
  const tokens = page.getByRole('list', { name: t('users:tokens.label', { name: username }) })
  await expect(tokens).toContainText(`sk-…${token.key.slice(-4)}`)
  await expect(tokens).toContainText('$2.00')
  await expect(tokens).toContainText(t('tokens:status.enabled'))
  await expect(tokens).toContainText(t('tokens:never'))
  expect(await page.content()).not.toContain(token.key.slice(0, 12))
  await tokens.getByRole('link', { name: 'build bot' }).click()
  await expect(page).toHaveURL(new RegExp(`/log\\?token_id=${token.id}&`))
})
