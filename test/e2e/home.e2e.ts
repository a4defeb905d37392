import { type OptionKey, options } from '#contract/options.ts'
import { expect, test } from './fixtures.ts'
import { MODEL } from './seed.ts'

test.use({ start: 'empty' })

test('the home page tells of the last call that failed, and leads to its reason', { tag: '@all' }, async ({
  page,
  client,
  site,
  t,
}) => {
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
    const { items } = await client.send<{ items: unknown[] }>('GET', '/api/log/self?status=failed')
    expect(items).toHaveLength(1)
  }).toPass()
  await page.reload()
  await page.getByRole('link', { name: t('home:lastFailure') }).click()
  await expect(page).toHaveURL(/\/log\?row=\d+/)
  await expect(page.getByRole('dialog')).toContainText('no-such-model')
})

test.describe('for visitors', () => {
  test.use({ as: 'visitor', start: 'seeded' })

  test('the home page shows a call that works and the models on offer, in the blocks that the operator chose', {
    tag: '@all',
  }, async ({ page, client, site, t }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('home:tagline'))
    await expect(page.getByRole('heading', { name: t('home:call') })).toBeVisible()
    await expect(page.getByRole('tabpanel')).toContainText(`${site.url}/v1/chat/completions`)
    await expect(page.getByRole('link', { name: MODEL, exact: true })).toBeVisible()
    await expect(page.getByText(t('home:info'), { exact: true })).toBeHidden()
    await page.getByText(t('home:status')).click()
    await expect(page.getByText(t('home:info'), { exact: true })).toBeVisible()

    const set = (key: OptionKey, value: string) => client.send('PUT', '/api/option', { key, value })
    await set('HomeBlocks', 'models')
    await set('HomeTagline', 'Models for our team')
    await set('AccentColor', '#0a6d4a')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Models for our team')
    await expect(page.getByRole('heading', { name: t('home:models'), exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: t('home:call') })).toHaveCount(0)
    await expect(page.getByRole('link', { name: t('home:getKey') })).toHaveCSS('background-color', 'rgb(10, 109, 74)')
    await set('HomeBlocks', options.HomeBlocks.default)
    await set('HomeTagline', '')
    await set('AccentColor', '')
  })
})
