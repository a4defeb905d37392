import { expect, test } from './fixtures.ts'
import { MODEL } from './seed.ts'

test.use({ start: 'empty' })

test('the home page tells of the last call that failed, and leads to its reason', async ({ page, client, site, t }) => {
  await page.goto('/')
  await expect(page.getByText(t('home:requests'))).toBeVisible()
  await expect(page.getByRole('link', { name: t('home:lastFailure') })).toHaveCount(0)

  const channel = { type: 1, name: 'upstream', key: 'sk-upstream', models: MODEL, base_url: site.upstreamUrl }
  await client.send('POST', '/api/channel', channel)
  await client.send('POST', '/api/token', { name: 'laptop', unlimited_quota: true, expired_time: -1 })
  const [token] = await client.send<{ key: string }[]>('GET', '/api/token')
  const answer = await fetch(`${site.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { Authorization: `Bearer sk-${token?.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ model: 'no-such-model', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  expect(answer.ok).toBe(false)
  await expect(async () => {
    await page.reload()
    await page.getByRole('link', { name: t('home:lastFailure') }).click({ timeout: 2000 })
  }).toPass()
  await expect(page).toHaveURL(/\/log\?row=\d+/)
  await expect(page.getByRole('dialog')).toContainText('no-such-model')
})
