import type { Page } from '@playwright/test'
import type { Alert } from '#contract/api/alerts.ts'
import type { Channel } from '#contract/api/channels.ts'
import type { Token } from '#contract/api/tokens.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { ConsoleClient } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import type { Site } from './processes.ts'
import { MODEL } from './seed.ts'
import type { Texts } from './texts.ts'

test.use({ start: 'empty' })

/** A channel where nothing listens, and a call that failed there. */
async function addFailing(site: Site, client: ConsoleClient): Promise<number> {
  const channel = { name: 'gone', type: 1, key: 'sk-upstream', models: MODEL, base_url: 'http://127.0.0.1:9' }
  const [added] = await client.send<Channel[]>('POST', '/api/channel', channel)
  const { key } = await client.send<Token>('POST', '/api/token', { name: 'mine', unlimited_quota: true })
  const answer = await fetch(`${site.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { Authorization: `Bearer sk-${key}` },
    body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'Where?' }] }),
  })
  expect(answer.ok).toBe(false)
  await answer.text()
  return added!.id
}

/** A channel whose calls cost more than they earn. */
async function addLosing(site: Site, client: ConsoleClient): Promise<number> {
  const buy_price = JSON.stringify({ models: { 'fake-gpt': { input: 1_000_000, output: 1_000_000 } } })
  const channel = { name: 'dear', type: 1, key: 'sk-right', models: 'fake-gpt', base_url: site.upstreamUrl, buy_price }
  const [added] = await client.send<Channel[]>('POST', '/api/channel', channel)
  await client.send('GET', `/api/channel/test/${added!.id}?model=fake-gpt`)
  return added!.id
}

async function addAlert(client: ConsoleClient, rule: object) {
  await client.send('POST', '/api/alert/rule', rule)
  await expect.poll(async () => (await client.send<Alert[]>('GET', '/api/alert?state=open')).length).toBeGreaterThan(0)
}

/** Presses the switch beside the trouble, and waits until the server has the channel as disabled. */
async function pressSwitch(page: Page, t: Texts, client: ConsoleClient, id: number) {
  const name = new RegExp(`^${t('channels:row.disable', { name: '' }).trim()}`)
  // The list, the card above it and the drawer may each have one.
  await page.getByRole('switch', { name }).first().click()
  const status = async () => (await client.send<Channel>('GET', `/api/channel/${id}`)).status
  await expect.poll(status).toBe(CHANNEL_STATUS.disabled)
}

test('a channel with errors is off two clicks after its trouble is seen', async ({ page, client, site, t }) => {
  const id = await addFailing(site, client)
  await addAlert(client, { kind: 'error_rate', parameters: { percent: 1, calls: 1 } })
  const enable = () => client.send('PUT', '/api/channel', { id, status: CHANNEL_STATUS.enabled })

  await page.goto('/channel')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('shell:tab.health') })
    .click()
  await pressSwitch(page, t, client, id)
  await expect(page.getByText(t('channels:toast.disabled', { name: 'gone' }))).toBeVisible()
  // The state beside the switch says that somebody switched the channel off.
  await expect(page.getByText(t('channels:status.disabled'), { exact: true })).toBeVisible()

  await enable()
  await page.goto('/alerts')
  await pressSwitch(page, t, client, id)

  await enable()
  await page.goto('/log')
  const call = page.locator('[data-row]').filter({ hasText: MODEL })
  await call.click({ position: { x: 4, y: 4 } })
  await pressSwitch(page, t, client, id)
})

test('a channel that loses money is off with one click on its margin', async ({ page, client, site, t }) => {
  const id = await addLosing(site, client)
  await addAlert(client, { kind: 'margin', parameters: { loss: 1 } })
  await page.goto('/margin')
  await pressSwitch(page, t, client, id)
})
