import { QUOTA_PER_USD } from '#contract/quota.ts'
import type { ConsoleClient } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import { MODEL } from './seed.ts'

test.use({ start: 'empty', as: 'visitor', options: { QuotaForNewUser: 0 } })

const userNamed = async (client: ConsoleClient, name: string) =>
  (await client.send<{ id: number; username: string }[]>('GET', '/api/user')).find(({ username }) => username === name)!

test('a newcomer reads the next step on every page, sees why calls fail, and reads nothing after the first billed one', async ({
  page,
  site,
  client,
  t,
}) => {
  const channel = { type: 1, name: 'upstream', key: 'sk-upstream', models: MODEL, base_url: site.upstreamUrl }
  await client.send('POST', '/api/channel', channel)
  await page.goto('/register')
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field(t('entry:register.username')).fill('ann')
  await field(t('entry:register.password')).fill('ann-password')
  await field(t('entry:register.repeat')).fill('ann-password')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/token')

  const line = page.getByRole('region', { name: t('setup:start.line.label') })
  await expect(line).toContainText(t('setup:start.line.balance', { balance: '$0.00' }))
  await expect(line.getByRole('link', { name: t('setup:start.balance.action') })).toHaveAttribute('href', '/topup')
  await page.goto('/token/add')
  const drawer = page.getByRole('dialog', { name: t('tokens:form.create') })
  await expect(drawer.getByText(t('tokens:form.noBalance', { balance: '$0.00' }))).toBeVisible()
  await drawer.getByLabel(t('tokens:form.name'), { exact: true }).fill('laptop')
  await drawer.getByRole('button', { name: t('tokens:form.submit'), exact: true }).click()

  const ready = page.getByRole('dialog', { name: t('tokens:ready.title') })
  await expect(ready.getByText(t('snippets:first.waiting'))).toBeVisible()
  const key = await ready
    .getByRole('region', { name: t('snippets:key') })
    .locator('code')
    .innerText()
  const callUpstream = (model: string) =>
    fetch(`${site.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
    })
  expect((await callUpstream(MODEL)).status).toBe(403)
  await expect(ready.getByText(t('snippets:first.broke', { balance: '$0.00' }))).toBeVisible()
  await expect(ready.getByRole('link', { name: t('snippets:first.wayOut.balance') })).toBeVisible()

  const ann = await userNamed(client, 'ann')
  await client.send('PUT', '/api/user', { ...ann, quota: QUOTA_PER_USD })
  await page.goto('/topup')
  await expect(line).toContainText(t('setup:start.line.call', { name: 'laptop' }))
  await expect(line.getByText(t('snippets:first.waiting'))).toBeVisible()
  expect((await callUpstream('no-such-model')).status).toBe(404)
  await expect(line.getByText('no-such-model')).toBeVisible()
  await expect(line.getByRole('link', { name: t('snippets:first.wayOut.model') })).toBeVisible()

  expect((await callUpstream(MODEL)).status).toBe(200)
  await expect(line).toHaveCount(0)
  await page.goto('/token')
  await expect(page.getByRole('heading', { name: t('tokens:title') })).toBeVisible()
  await expect(line).toHaveCount(0)
})
