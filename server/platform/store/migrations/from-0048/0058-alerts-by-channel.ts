import type { Kysely, Migration } from 'kysely'
import type { Tables } from '../../tables.ts'

type Alert = Tables['alerts']
interface Links {
  channel_id?: number
  model?: string
  quota?: number
  cost?: number
}

/**
 * Merges open alerts about losses and stopped keys by rule and channel. The first stays, silenced or acknowledged
 * only where all were. Their rules are evaluated next, which writes the texts.
 */
export const alertsByChannel: Migration = {
  async up(untyped) {
    const db = untyped as Kysely<Tables>
    const rows = await db
      .selectFrom('alerts')
      .selectAll()
      .where('until', '=', 0)
      .where('kind', 'in', ['margin', 'key_down'])
      .orderBy('id')
      .execute()
    const linksOf = (row: { links: string }): Links => JSON.parse(row.links || '{}')
    const channelOf = (row: (typeof rows)[number]) => linksOf(row).channel_id ?? Number.parseInt(row.subject, 10)
    for (const alerts of Map.groupBy(rows, (row) => `${row.rule_id} ${row.kind} ${channelOf(row)}`).values()) {
      const [first, ...others] = alerts
      if (!first) continue
      const ids = others.map(({ id }) => id)
      if (ids.length > 0) await db.deleteFrom('alerts').where('id', 'in', ids).execute()
      const channel_id = channelOf(first)
      const links =
        first.kind === 'margin'
          ? { losses: alerts.map((row) => lossOf(linksOf(row))) }
          : { keys: alerts.map(({ subject }) => Number(subject)) }
      const least = (of: 'silenced_until' | 'acknowledged_at') => Math.min(...alerts.map((row) => row[of]))
      await db
        .updateTable('alerts')
        .set({
          ...{ subject: String(channel_id), links: JSON.stringify({ channel_id, ...links }) },
          level: first.kind === 'margin' ? 0 : alerts.length,
          since: Math.min(...alerts.map(({ since }) => since)),
          notified_at: Math.max(...alerts.map((row) => row.notified_at)),
          silenced_until: least('silenced_until'),
          acknowledged_at: least('acknowledged_at'),
        } satisfies Partial<Record<keyof Alert, unknown>>)
        .where('id', '=', first.id)
        .execute()
    }
    await db.updateTable('alert_rules').set({ evaluated_at: 0 }).where('kind', 'in', ['margin', 'key_down']).execute()
  },
}

const lossOf = ({ model = '', quota = 0, cost = 0 }: Links) => ({ model, quota, cost })
