import type { Language } from '#contract/errors.ts'
import type { Calls } from '#server/calls/calls.ts'
import { evaluateRules } from '#server/insight/alerts/evaluate.ts'
import { createSink, updateRule } from '#server/insight/alerts/manage.ts'
import { listRules } from '#server/insight/alerts/queries.ts'
import type { Money } from '#server/money/money.ts'
import type { Author } from '#server/platform/audits/write.ts'
import type { Platform } from '#server/platform/platform.ts'
import { DEMO_TEXTS } from './texts.ts'
import type { Channels } from './traffic.ts'

/** The losses of a demo are small: that of the dear reseller behind "openai-backup" would not be told. */
const LOSS = 5000
const HOUR = 3600

/** Sinks that lead nowhere, alerts that have ended, and those that the rules find now. */
export async function seedAlerts(
  services: Platform & Money & Calls,
  by: Author,
  channels: Channels,
  language: Language,
): Promise<void> {
  const { kind, name, url: hook } = DEMO_TEXTS[language].onCall
  const sink = { language, quiet_from: '', quiet_to: '', enabled: false } as const
  const night = { quiet_from: '22:00', quiet_to: '08:00' }
  await createSink(services, by, { ...sink, kind, name, settings: { url: hook }, ...night })
  const url = 'https://alerts.example.com/switchyard'
  await createSink(services, by, { ...sink, kind: 'webhook', name: 'PagerDuty', settings: { url, secret: 'demo-key' } })
  for (const rule of await listRules(services.store.db)) {
    if (rule.kind !== 'margin') continue
    const { id, name, urgent, sinks } = rule
    const fields = { name, sinks: JSON.parse(sinks), urgent: urgent === 1, enabled: true, parameters: { loss: LOSS } }
    await updateRule(services, by, id, fields)
  }
  await seedPast(services, channels)
  await evaluateRules(services, Math.floor(Date.now() / 1000), true)
}

async function seedPast({ store }: Platform & Money & Calls, channels: Channels): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const rules = new Map((await listRules(store.db)).map(({ kind, id }) => [kind, id]))
  const claude = channels.claude ?? 0
  const main = channels['openai-main'] ?? 0
  const past = (kind: string, hours: number, minutes: number) => {
    const since = now - hours * HOUR
    const seen = { notified_at: since + 10, acknowledged_at: 0, acknowledged_by: '' }
    return { rule_id: rules.get(kind) ?? 0, kind, since, until: since + minutes * 60, ...seen }
  }
  const texts = (zh: string, en: string) => JSON.stringify({ title: { zh, en }, text: { zh, en } })
  const error = (id: number, name: string, share: number, failed: number, all: number) => ({
    ...{ subject: String(id), name: `${name} (#${id})`, value: share, links: JSON.stringify({ channel_id: id }) },
    texts: texts(
      `${name} (#${id}) 的错误率为 ${share}%（${all} 次中失败 ${failed} 次）`,
      `${name} (#${id}): ${share}% of calls fail (${failed} of ${all})`,
    ),
  })
  const disk = '磁盘仅剩 9%（4.4 GB）'
  await store.db
    .insertInto('alerts')
    .values([
      { ...past('error_rate', 190, 34), ...error(claude, 'claude', 62, 89, 143) },
      { ...past('error_rate', 52, 12), ...error(main, 'openai-main', 57, 212, 371) },
      {
        ...past('disk', 27, 95),
        ...{ subject: 'node-b', name: 'gw-2', value: 9, links: '{}' },
        ...{ acknowledged_at: now - 26 * HOUR, acknowledged_by: 'root' },
        texts: texts(`gw-2 的${disk}`, 'gw-2 has 9% of its disk left (4.4 GB)'),
      },
    ])
    .execute()
}
