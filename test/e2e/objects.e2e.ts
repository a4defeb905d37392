import type { Channel } from '#contract/api/channels.ts'
import type { Token } from '#contract/api/tokens.ts'
import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { MODEL } from './seed.ts'

const CHANNEL = { type: 1, key: 'sk-own', models: 'own-model', base_url: 'http://127.0.0.1:9' }

const VIEWS = {
  channel: ['overview', 'calls', 'models', 'settings', 'history'],
  user: ['overview', 'calls', 'keys', 'settings', 'history'],
  token: ['overview', 'calls', 'limits', 'settings', 'history'],
  model: ['overview', 'calls', 'channels', 'settings', 'history'],
} as const

for (const [kind, views] of Object.entries(VIEWS)) {
  test(`every tab of a ${kind} has an address, no violation, and room on a phone`, { tag: '@all' }, async ({
    page,
    client,
  }) => {
    const [channel] = await client.send<Channel[]>('GET', '/api/channel/search?keyword=main')
    const [token] = await client.send<Token[]>('GET', '/api/token?size=10')
    const path = {
      channel: `/channel/${channel?.id}`,
      user: `/user/${client.user.id}`,
      token: `/token/${token?.id}`,
      model: `/model/${MODEL}`,
    }[kind as keyof typeof VIEWS]
    await page.setViewportSize({ width: 390, height: 844 })
    for (const view of views) {
      await page.goto(`${path}?view=${view}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('tablist').first().getByRole('tab', { selected: true })).toHaveCount(1)
      await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0)
      expect(await violations(page, 'light')).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    }
  })
}

test('a channel is saved on its page, which stays and shows what is new', async ({ page, client, t }) => {
  const [channel] = await client.send<Channel[]>('POST', '/api/channel', { ...CHANNEL, name: 'paged' })
  await page.goto(`/channel/${channel?.id}?view=settings`)
  await page.getByLabel(t('channels:form.name'), { exact: true }).fill('turned')
  await page.getByRole('tab', { name: t('form:object.calls') }).click()
  await page.getByRole('tab', { name: t('form:object.settings') }).click()
  await page.getByRole('button', { name: t('channels:form.save'), exact: true }).click()
  await expect(page.getByRole('heading', { name: 'turned', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(`/channel/${channel?.id}`)
  await expect(page).toHaveTitle(/^turned/)
  await page.getByRole('tab', { name: t('form:object.settings') }).click()
  await expect(page.getByLabel(t('channels:form.name'), { exact: true })).toHaveValue('turned')
})

test('a key has a monthly budget after four clicks', async ({ page, client, t }) => {
  const { id } = await client.send<{ id: number }>('POST', '/api/token', { name: 'budgeted', unlimited_quota: true })
  await page.goto('/token?keyword=budgeted')
  await page.locator(`[data-row="${id}"]`).getByRole('link', { name: 'budgeted' }).click()
  await page.getByRole('tab', { name: t('form:object.limits') }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('button', { name: t('limits:addBudget') }).click()
  await panel.getByLabel(t('limits:amount')).fill('25')
  await panel.getByRole('button', { name: t('common:action.save') }).click()
  await expect(page.getByText(t('limits:saved', { name: 'budgeted' }))).toBeVisible()
  const { limits } = await client.send<Token>('GET', `/api/token/${id}`)
  expect(limits).toEqual({ budgets: [{ window: 'month', quota: 12_500_000 }] })
})
