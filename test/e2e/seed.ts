import type { Redemption } from '#contract/api/redemption.ts'
import type { Token } from '#contract/api/tokens.ts'
import { CHANNEL_STATUS, REDEMPTION_STATUS } from '#contract/statuses.ts'
import { buy } from './buy.ts'
import { type ConsoleClient, setOptions } from './console-client.ts'
import { type Site, startGateway } from './processes.ts'

export const MODEL = 'gpt-4o-mini'
/** More than one page of ten. */
const TOKENS = 23
const CALLS = 14
const CODES = 12

/** Fills every list with more than a page, so that each has something of every kind to show. */
export async function seed(site: Site, client: ConsoleClient): Promise<void> {
  const channel = await addChannels(site, client)
  await site.addTasks(client.user.id, channel)
  // As they are in the database: nothing hands out pictures here.
  await setOptions(client, { MjForwardUrlEnabled: false })
  await addCodes(client)
  await addOrders(site, client)
  const tokens = await addTokens(client)
  await makeCalls(site, tokens)
  await waitForLogs(client, CALLS)
}

/** Answers the id of one that is in use. */
async function addChannels({ upstreamUrl }: Site, client: ConsoleClient): Promise<number> {
  const channel = { type: 1, key: 'sk-upstream', group: 'default', models: MODEL, base_url: upstreamUrl }
  // Refuses every key of this kind, so that calls show a retry.
  await client.send('POST', '/api/channel', { ...channel, name: 'broken', key: 'sk-bad', priority: 10, auto_ban: 0 })
  await client.send('POST', '/api/channel', { ...channel, name: 'main', models: `${MODEL},gpt-4o,gpt-5`, priority: 5 })
  const spare = Array.from({ length: 12 }, (_, index) => `sk-spare-${index + 1}`).join('\n')
  const added = await client.send<{ id: number }[]>('POST', '/api/channel', { ...channel, name: 'spare', key: spare })
  await client.send('PUT', '/api/channel', { id: added[0]?.id, status: CHANNEL_STATUS.disabled })
  return added[1]?.id ?? 0
}

/** The newest is not used, others are used and switched off. */
async function addCodes({ send }: ConsoleClient) {
  await send('POST', '/api/redemption', { name: 'welcome', quota: 500_000, count: CODES })
  const codes = await send<Redemption[]>('GET', '/api/redemption?page_size=100')
  await send('POST', '/api/user/topup', { key: codes[1]?.key })
  await send('PUT', '/api/redemption?status_only=true', { id: codes[2]?.id, status: REDEMPTION_STATUS.disabled })
}

/** One that is paid and one that is not. The shop is closed again afterwards. */
async function addOrders({ url }: Site, client: ConsoleClient) {
  const gateway = await startGateway()
  await setOptions(client, { ServerAddress: url, ...gateway.options })
  await buy(url, client, true, 1)
  await buy(url, client, false, 1)
  await setOptions(client, { ServerAddress: '', PayAddress: '' })
  await gateway.stop()
}

async function addTokens(client: ConsoleClient): Promise<Token[]> {
  const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400
  const kinds = [
    { name: 'unlimited', unlimited_quota: true },
    { name: 'small', remain_quota: 500_000, expired_time: inDays(3) },
    { name: 'limited', remain_quota: 5_000_000, model_limits_enabled: true, model_limits: MODEL },
    { name: 'office', unlimited_quota: true, allow_ips: '127.0.0.1\n10.0.0.0/8' },
  ]
  const more = Array.from({ length: TOKENS - kinds.length }, (_, index) => ({ name: `app-${index + 1}` }))
  const tokens: Token[] = []
  for (const token of [...kinds, ...more]) tokens.push(await client.send<Token>('POST', '/api/token', token))
  return tokens
}

async function makeCalls({ url }: Site, [unlimited, small]: Token[]) {
  for (let index = 0; index < CALLS; index++) {
    const key = index % 3 ? unlimited?.key : small?.key
    const stream = index % 2 === 0
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer sk-${key}` },
      body: JSON.stringify({
        model: MODEL,
        stream,
        messages: [{ role: 'user', content: 'Which way to the station?' }],
        fake: { tokens: 20 + index, prompt_tokens: 1000, cached_tokens: index % 4 ? 0 : 600 },
      }),
    })
    await response.text()
    if (!response.ok) throw new Error(`a call of the seed was refused: ${response.status}`)
  }
}

/** Calls appear in the log with the next batch that is settled. */
async function waitForLogs(client: ConsoleClient, count: number) {
  for (let tries = 0; tries < 200; tries++) {
    const { total } = await client.send<{ total: number }>('GET', '/api/log?type=2&page_size=10')
    if (total >= count) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('the calls did not reach the log')
}
