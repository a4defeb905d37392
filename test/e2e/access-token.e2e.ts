import type { Envelope } from '#contract/api/endpoint.ts'
import { SCOPES } from '#contract/scopes.ts'
import { OPEN, violations } from './axe.ts'
import { addUser, enterAs } from './console-client.ts'
import { expect, test } from './fixtures.ts'

test.use({ as: 'visitor' })

test('a new access token may do what was chosen for it, and nothing else', async ({ page, t, client, site }) => {
  const user = await addUser(site.url, client, 'scoped')
  await enterAs(page, site.url, user)
  await page.goto('/setting')
  await page.getByRole('button', { name: t('personal:token.make') }).click()
  const question = page.getByRole('dialog', { name: t('personal:token.confirm') })
  const scope = question.getByLabel(t('personal:token.scope'))
  await expect(scope.getByRole('option')).toHaveText(SCOPES.map((name) => t(`personal:token.scopes.${name}`)))
  expect(await violations(page, 'light', OPEN)).toEqual([])
  await scope.selectOption({ label: t('personal:token.scopes.usage') })
  await question.getByRole('button', { name: t('personal:token.make') }).click()
  const shown = page.getByRole('dialog', { name: t('personal:token.name') })
  const token = await shown.locator('code').innerText()

  const headers = { Authorization: `Bearer ${token}`, 'New-Api-User': String(user.user.id) }
  const answered = async (path: string, body?: object) => {
    const request = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers }
    return ((await (await fetch(site.url + path, request)).json()) as Envelope<unknown>).success
  }
  expect(await answered('/api/log/self')).toBe(true)
  expect(await answered('/api/token', { name: 'not allowed' })).toBe(false)
})
