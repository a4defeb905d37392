import type { Token } from '#contract/api/tokens.ts'
import type { ConsoleClient } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import { MODEL } from './seed.ts'

/** A token that has called under two names; another has the second name, too. */
async function renamedToken(client: ConsoleClient, url: string) {
  const make = (name: string) => client.send<Token>('POST', '/api/token', { name, unlimited_quota: true })
  const call = async ({ key }: Token) => {
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer sk-${key}` },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'Which way?' }] }),
    })
    await answer.text()
    expect(answer.ok).toBe(true)
  }
  const token = await make('name before')
  const calls = async () => {
    const path = `/api/log?type=2&page_size=10&token_id=${token.id}`
    return (await client.send<{ total: number }>('GET', path)).total
  }
  await call(token)
  await expect.poll(calls).toBe(1)
  await client.send('PUT', '/api/token', { id: token.id, name: 'name after' })
  await call(token)
  await call(await make('name after'))
  await expect.poll(calls).toBe(2)
  return token
}

test('a renamed token leads to all its calls, older and newer, and to no other token’s', { tag: '@all' }, async ({
  page,
  client,
  site,
  t,
}) => {
  const { id } = await renamedToken(client, site.url)
  const rows = page.locator('[data-row]')
  const chip = page.getByRole('button', {
    name: t('logs:chip.remove', { filter: t('logs:chip.token', { id, name: 'name after' }) }),
  })
  const expectItsCalls = async () => {
    await expect(page).toHaveURL(new RegExp(`/log\\?.*token_id=${id}`))
    await expect(chip).toBeVisible()
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('name after')
    await expect(rows.last()).toContainText('name before')
  }

  await page.goto('/token')
  // The newest token of the name is the other one.
  const row = page.locator('[data-row]').filter({ hasText: 'name after' }).last()
  await row.getByRole('button', { name: t('tokens:row.more', { name: 'name after' }) }).click()
  await page.getByRole('menuitem', { name: t('tokens:row.logs') }).click()
  await expectItsCalls()
  await page.reload()
  await expectItsCalls()

  await page.goto('/detail?by=token')
  await page.locator(`a[href*="token_id=${id}"]`).click()
  await expectItsCalls()
  await page.goBack()
  // Beside tokens that spend more, its part is too thin to point at.
  await page.locator(`[data-part="${id}"]`).last().dispatchEvent('click')
  await expectItsCalls()

  await chip.click()
  await expect(page).not.toHaveURL(/token_id/)
  await expect(chip).toBeHidden()
})

test('a token that is chosen in a row shows its calls under every name', { tag: '@all' }, async ({
  page,
  client,
  site,
}) => {
  const { id } = await renamedToken(client, site.url)
  await page.goto('/log?range=all&token_name=name before')
  const row = page.locator('[data-row]').filter({ hasText: 'name before' }).first()
  await row.getByText('name before').click({ modifiers: ['ControlOrMeta'] })
  await expect(page).toHaveURL(`/log?range=all&token_id=${id}`)
  await expect(page.locator('[data-row]')).toHaveCount(2)
  await page.goBack()
  await row.getByText('name before').click({ modifiers: ['Alt'] })
  await expect(page).toHaveURL(/not_token_name=name/)
})

test('a token without calls is named by its number, and a name that is chosen takes its place', {
  tag: '@all',
}, async ({ page, client, t }) => {
  const { id } = await client.send<Token>('POST', '/api/token', { name: 'silent' })
  await page.goto(`/log?token_id=${id}&range=all`)
  const chip = t('logs:chip.token', { id, name: '' }).trim()
  await expect(page.getByRole('button', { name: t('logs:chip.remove', { filter: chip }), exact: true })).toBeVisible()
  await expect(page.locator('[data-row]')).toHaveCount(0)
  await page
    .getByRole('button', { name: t('logs:facets.open'), exact: false })
    .first()
    .click()
  await page.getByRole('button', { name: new RegExp(`${t('logs:facets.field.token_name')}.*small`) }).click()
  await expect(page).toHaveURL('/log?range=all&token_name=small')
})
