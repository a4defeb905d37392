import * as api from '#contract/api/margin.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { csvCell } from '../statistics/table-file.ts'
import { readCacheSavings } from './cache-savings.ts'
import { listLosses, type MarginFilter, type MarginGrouping, marginRows, marginTotal, unknownCosts } from './queries.ts'

const MONTH = 30 * 86_400
const MAX_UNKNOWN = 20

interface Query extends Omit<MarginFilter, 'start' | 'end'>, Partial<Pick<MarginGrouping, 'by' | 'sort' | 'order'>> {
  start_timestamp: number | undefined
  end_timestamp: number | undefined
  origin: number | undefined
}

/** Charges and costs, for administrators only. */
export function marginRoutes(routes: Routes): void {
  routes.guarded(api.getMargin, async ({ services, query }) => {
    const { reads } = services.store
    const { filter, grouping } = readQuery(query as Query)
    const rows = await marginRows(reads, filter, { ...grouping, limit: api.MAX_MARGIN_ROWS + 1 })
    return {
      rows: rows.slice(0, api.MAX_MARGIN_ROWS),
      more: rows.length > api.MAX_MARGIN_ROWS,
      total: await marginTotal(reads, filter),
      cache: await readCacheSavings(services, filter),
      alerts: await listLosses(reads),
      unknown: await unknownCosts(reads, filter, MAX_UNKNOWN),
    }
  })
  routes.guarded(api.exportMargin, async ({ services, query }) => {
    const { filter, grouping } = readQuery(query as Query)
    const rows = await marginRows(services.store.reads, filter, { ...grouping, limit: Number.MAX_SAFE_INTEGER })
    const { QuotaPerUnit } = services.options.values
    return new Response(csvOf(rows, grouping.by, QuotaPerUnit), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="margin-by-${grouping.by}.csv"`,
        'X-Content-Type-Options': 'nosniff',
      },
    })
  })
}

function readQuery(query: Query): { filter: MarginFilter; grouping: Omit<MarginGrouping, 'limit'> } {
  const { by = 'channel', sort = by === 'day' ? 'name' : 'quota', order = 'desc', origin = 0 } = query
  const { start_timestamp, end_timestamp, channel, model_name, username, group } = query
  const end = end_timestamp || nowInSeconds()
  const filter = {
    start: start_timestamp ?? end - MONTH,
    end,
    channel: channel || undefined,
    model_name,
    username,
    group,
  }
  return { filter, grouping: { by, sort, order, origin } }
}

/** RFC 4180, with the byte order mark that spreadsheets need to see UTF-8. */
function csvOf(rows: readonly api.MarginRow[], by: api.MarginBy, quotaPerUnit: number): string {
  const usd = (units: number) => Number((units / quotaPerUnit).toFixed(6))
  const header = [
    ...['id', by, 'calls', 'charge (USD)', 'charge of known cost (USD)', 'cost (USD)', 'margin (USD)', 'margin (%)'],
    'charge of unknown cost (%)',
  ]
  const lines = rows.map(({ id, name, count, quota, costed, cost }) => {
    const margin = costed - cost
    const shown = by === 'day' ? new Date(id * 1000).toISOString() : name
    return [
      ...[id, shown, count, usd(quota), usd(costed), usd(cost), usd(margin)],
      ...[costed > 0 ? percent(margin / costed) : '', quota > 0 ? percent((quota - costed) / quota) : ''],
    ]
  })
  return `\uFEFF${[header, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`
}

const percent = (share: number) => Number((share * 100).toFixed(2))
