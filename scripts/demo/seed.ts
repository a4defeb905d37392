import { channelType } from '#contract/channel-types/all.ts'
import { OPENAI_MODELS } from '#contract/channel-types/openai.ts'
import type { Language } from '#contract/errors.ts'
import { CHANNEL_STATUS, LOG_TYPE } from '#contract/statuses.ts'
import type { Calls } from '#server/calls/calls.ts'
import type { UserFacts } from '#server/calls/registry/callers.ts'
import { autoDisable } from '#server/channels/auto-disable.ts'
import { testChannel } from '#server/channels/checks/test-channel.ts'
import { createChannels } from '#server/channels/write.ts'
import type { Money } from '#server/money/money.ts'
import { writeLog } from '#server/money/receipts/write-log.ts'
import { hashPassword } from '#server/people/accounts/passwords.ts'
import { createToken } from '#server/people/tokens/write.ts'
import { randomText } from '#server/platform/http/request-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { saveOption } from '#server/site/settings/save.ts'
import { seedAlerts } from './alerts.ts'
import { seedBill } from './bill.ts'
import { seedFailures } from './failures.ts'
import { seedHistory } from './health.ts'
import { seedKeys } from './keys.ts'
import { seedPayments } from './payments.ts'
import { seedPriceSync } from './price-sync.ts'
import { drawingRows, taskRows } from './task-rows.ts'
import { seedTests } from './test-rows.ts'
import { DEMO_TEXTS, type DemoTexts } from './texts.ts'
import { type Caller, type Channels, seedTraffic } from './traffic.ts'

const BY = { userId: 1, username: 'root', ip: '127.0.0.1', requestId: 'demo' }
const MODELS = OPENAI_MODELS.join(',')
/** A reseller that bills in CNY. */
const CLAUDE_PRICE = JSON.stringify({
  currency: 'CNY',
  rate: 7.2,
  models: { 'claude-sonnet-4-6': { input: 14.4, output: 72, cache_read: 1.44 } },
})
const OUT_OF_CREDIT = 'openai-trial'
/** Which of their tests fail, every so many; the others wait for their first test. */
const TESTED = { 'openai-main': 13, 'openai-backup': 4, claude: 19, gemini: 19 }
const USERS = [
  { username: 'alice', group: 'default', quota: 12_500_000, limits: '{"rpd":5000}' },
  { username: 'bob', group: 'vip', user_ratio: 0.9, quota: 60_000_000 },
  { username: 'carol', group: 'default', quota: 900_000 },
] as const
/** Chat clients whose names are the same in all languages. */
const CHATS = [
  { NextChat: 'https://app.nextchat.dev/#/?settings={"key":"{key}","url":"{address}"}' },
  { OpenCat: 'opencat://team/join?domain={address}&token={key}' },
]

const LAST_USES = [
  { last_used_ip: '203.0.113.7', last_used_client: 'OpenAI/Python 1.109.1' },
  { last_used_ip: '198.51.100.24', last_used_client: 'claude-cli/2.0.14' },
]
const GIFT = { zh: '演示余额', en: 'Balance of the demo' }

/** Fills an empty server with everything that a page can show, in a language. Answers the key of a token that works. */
export async function seed(
  services: Platform & Money & Calls,
  upstreamUrl: string,
  language: Language,
): Promise<{ token: string }> {
  const texts = DEMO_TEXTS[language]
  await saveOption(services, BY, 'ErrorLanguage', language)
  await saveOption(services, BY, 'SystemName', texts.site)
  await saveOption(services, BY, 'Notice', texts.notice)
  await saveOption(services, BY, 'Chats', JSON.stringify(CHATS))
  await saveOption(services, BY, 'UserUsableGroups', JSON.stringify(texts.groups))
  await saveOption(services, BY, 'StatusPageEnabled', 'true')
  await saveOption(services, BY, 'GroupLimits', JSON.stringify({ vip: { rpm: 600, concurrency: 20 } }))
  await saveOption(services, BY, 'GroupHedging', JSON.stringify({ default: 'p95' }))
  await saveOption(services, BY, 'GroupWaitSeconds', JSON.stringify({ default: 10 }))
  await saveOption(services, BY, 'ModelLimits', JSON.stringify({ 'claude-opus*': { concurrency: 50 } }))
  const channels = await seedChannels(services, upstreamUrl)
  const root = await services.callers.userById(1)
  if (!root) throw new Error('the demo has no root user')
  const users = [root, ...(await seedUsers(services, texts))]
  const callers = (await Promise.all(users.map((user) => seedTokens(services, user, texts)))).flat()
  const calling = callers.map(({ caller }) => caller)
  await seedTraffic(services, calling, channels)
  await seedFailures(services, calling, channels, language)
  await seedHistory(services, BY, channels, texts)
  await seedTasks(
    services,
    users.map(({ id }) => id),
    channels['openai-main'] ?? 0,
    texts,
  )
  await seedPayments(services, BY, users, texts)
  await seedBill(services, BY, channels['openai-main'] ?? 0)
  await seedPriceSync(services, BY, upstreamUrl)
  await seedAlerts(services, BY, channels, language)
  return { token: callers[0]?.key ?? '' }
}

/** No call takes this way: the channel is off. */
const BEHIND_A_PROXY = '{"proxy":"socks5://office:demo-password@proxy.example:1080"}'

async function seedChannels(services: Platform & Money & Calls, upstreamUrl: string): Promise<Channels> {
  const common = { type: 1, key: 'sk-demo', base_url: upstreamUrl, models: MODELS }
  const ids: Channels = {}
  for (const fields of [
    { name: 'openai-main', priority: 10, weight: 5, group: 'default,vip', buy_price: '{"discount":0.8}' },
    { name: 'openai-backup', priority: 0, weight: 0, group: 'default,vip', buy_price: '{"discount":1.15}' },
    { name: 'vip-only', priority: 20, weight: 0, group: 'svip', model_mapping: '{"gpt-4o":"gpt-4o-2024-11-20"}' },
    { name: 'openai-office', status: CHANNEL_STATUS.disabled, group: 'default', settings: BEHIND_A_PROXY },
    { name: 'claude', type: 14, group: 'default,vip', models: modelsOf(14), buy_price: CLAUDE_PRICE },
    { name: 'gemini', type: 24, group: 'default,vip', models: modelsOf(24) },
    { name: OUT_OF_CREDIT, priority: 5, group: 'default' },
  ]) {
    const [row] = await createChannels(services, BY, { ...common, ...fields }, () => {})
    if (row) ids[row.name] = row.id
  }
  Object.assign(ids, await seedKeys(services, BY, { type: 1, base_url: upstreamUrl, models: MODELS }))
  await autoDisable(
    services,
    ids[OUT_OF_CREDIT] ?? 0,
    'status 429: You exceeded your current quota, please check your plan',
    'money',
  )
  await services.channels.reload()
  for (const [name, failing] of Object.entries(TESTED)) {
    await seedTests(services, ids[name] ?? 0, failing)
    await testChannel(services, ids[name] ?? 0)
  }
  return ids
}

const modelsOf = (type: number) => channelType(type)?.models.join(',') ?? ''

async function seedUsers({ store, callers }: Platform & Money & Calls, texts: DemoTexts): Promise<UserFacts[]> {
  const password = await hashPassword('password')
  const users: UserFacts[] = []
  await store.db.updateTable('users').set({ display_name: texts.users.root.name }).where('id', '=', 1).execute()
  for (const fields of USERS) {
    const display_name = texts.users[fields.username].name
    const columns = {
      ...fields,
      display_name,
      password,
      aff_code: randomText(4),
      created_time: Math.floor(Date.now() / 1000),
    }
    const { id } = await store.db.insertInto('users').values(columns).returning('id').executeTakeFirstOrThrow()
    // Without a row the watchdog would ask where the balance is from.
    await writeLog(store.db, { type: LOG_TYPE.system, user: { ...fields, id }, quota: fields.quota, content: GIFT })
    const user = await callers.userById(id)
    if (user) users.push(user)
  }
  return users
}

/** Of root and one other user: the calls that make such tasks are not there yet, nor those that hand out their pictures. */
async function seedTasks(
  services: Platform & Money & Calls,
  [root = 0, alice = 0]: number[],
  channel: number,
  texts: DemoTexts,
) {
  const { db } = services.store
  await saveOption(services, BY, 'MjForwardUrlEnabled', 'false')
  const now = Math.floor(Date.now() / 1000)
  for (const owner of [
    { userId: root, channel },
    { userId: alice, channel },
  ]) {
    await db
      .insertInto('midjourneys')
      .values(drawingRows(now, owner, texts))
      .execute()
    await db
      .insertInto('tasks')
      .values(taskRows(now, owner, texts))
      .execute()
  }
}

async function seedTokens(
  services: Platform & Money & Calls,
  user: UserFacts,
  { users, keyNote, tags: [team, job] }: DemoTexts,
): Promise<{ caller: Caller; key: string }[]> {
  const [app, batch, search] = users[user.username as keyof DemoTexts['users']].keys
  const empty = { allow_ips: '', group: '', note: '', tags: [] as string[] }
  const common = { model_limits_enabled: false, model_limits: '', endpoints: null, ...empty }
  const budgets = [{ window: 'day' as const, quota: 5_000_000 }]
  const tomorrow = Math.floor(Date.now() / 1000) + 86_400
  const wanted = [
    { ...common, name: app, unlimited_quota: true, remain_quota: 0, expired_time: -1, limits: null },
    {
      ...{
        ...common,
        note: keyNote,
        tags: [job, team],
        name: batch,
        unlimited_quota: false,
        remain_quota: 5_000_000,
        expired_time: tomorrow,
      },
      limits: { rpm: 60, tpm: 200_000, concurrency: 4, budgets },
    },
    {
      ...{
        ...common,
        tags: [team],
        name: search,
        unlimited_quota: true,
        remain_quota: 0,
        expired_time: -1,
        limits: null,
      },
      ...{ model_limits_enabled: true, model_limits: 'text-embedding-*,rerank-*' },
      endpoints: ['embeddings' as const, 'rerank' as const],
    },
  ]
  const made: { caller: Caller; key: string }[] = []
  for (const fields of wanted) {
    const row = await createToken(services, user, fields)
    const key = services.vault.decrypt(row.key)
    const use = LAST_USES[made.length]
    const last_used_at = Math.floor(Date.now() / 1000) - 60 * made.length
    if (use)
      await services.store.db
        .updateTable('tokens')
        .set({ last_used_at, ...use })
        .where('id', '=', row.id)
        .execute()
    const token = await services.callers.tokenByKey(key)
    // The restricted one makes none of the seeded calls.
    if (token && !token.endpoints) made.push({ caller: { user, token }, key })
  }
  return made
}
