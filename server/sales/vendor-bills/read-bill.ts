import type { BillColumns, BillFormat } from '#contract/api/vendor-bills.ts'
import { isRecord } from '#contract/is-record.ts'
import { inSlices } from '../../platform/async/in-slices.ts'
import { stepThrough } from '../../platform/async/steps.ts'
import { parseJson } from '../../platform/json/parse-json.ts'
import { BadFile, type CsvRecord, readCsv } from './read-csv.ts'

/** A line of a bill. */
export interface BillLine {
  /** UTC, such as 2026-11-25. */
  day: string
  /** As the bill writes it. */
  model: string
  /** USD; undefined = the bill has no amounts. */
  usd: number | undefined
  calls: number | undefined
  tokens: number | undefined
  /** The vendor's id of the request. */
  request: string | undefined
}

export interface VendorBill {
  format: BillFormat
  lines: BillLine[]
  /** Lines without a day or a model, which cannot be compared. */
  skipped: number
}

const MAX_LINES = 200_000

/**
 * The columns of the vendors' exports (as of 2026-11): OpenAI's "Cost" and "Activity" of the usage dashboard, and the
 * CSV of the pages "Cost" and "Usage" of Anthropic's console.
 */
const KNOWN: Record<
  Exclude<BillFormat, 'other'>,
  { needs: readonly string[]; read: (row: Row) => Partial<BillLine> }
> = {
  'openai-costs': {
    needs: ['start_time', 'amount_value', 'line_item'],
    // A line item names a component behind its model: `gpt-4o-2024-08-06, cached input`.
    read: (row) => ({
      ...{ day: dayOf(row.get('start_time')), model: row.get('line_item').split(',')[0]?.trim() },
      usd: row.number('amount_value') ?? 0,
    }),
  },
  'openai-usage': {
    needs: ['start_time', 'num_model_requests', 'model'],
    read: (row) => ({
      ...{ day: dayOf(row.get('start_time')), model: row.get('model'), calls: row.number('num_model_requests') ?? 0 },
      tokens: row.sum('input_tokens', 'output_tokens'),
    }),
  },
  'anthropic-costs': {
    needs: ['usage_date_utc', 'model', 'cost_usd'],
    read: (row) => ({
      ...{ day: dayOf(row.get('usage_date_utc')), model: row.get('model'), usd: row.number('cost_usd') ?? 0 },
    }),
  },
  'anthropic-usage': {
    needs: ['usage_date_utc', 'model_version', 'usage_output_tokens'],
    read: (row) => ({
      ...{ day: dayOf(row.get('usage_date_utc')), model: row.get('model_version') },
      tokens: row.sum(
        ...['usage_input_tokens_no_cache', 'usage_input_tokens_cache_write_5m', 'usage_input_tokens_cache_write_1h'],
        ...['usage_input_tokens_cache_read', 'usage_output_tokens'],
      ),
    }),
  },
}

/** Reads a bill. `columns` names the columns of another format; `rate`: units of its currency per USD. Rejects with BadFile. */
export async function readBill(text: string, columns: BillColumns | undefined, rate: number): Promise<VendorBill> {
  const start = text.trimStart()
  const bill = start.startsWith('{') || start.startsWith('[') ? readJson(text) : await readTable(text, columns, rate)
  if (bill.lines.length === 0) throw new BadFile('there is no line with a day and a model')
  return bill
}

async function readTable(text: string, columns: BillColumns | undefined, rate: number): Promise<VendorBill> {
  const [head, ...records] = await readCsv(text)
  if (!head) throw new BadFile('the file is empty')
  const names = head.cells.map((cell) => cell.trim())
  const { format, read } = columns ? chosen(names, columns, rate) : recognised(names)
  const bill: VendorBill = { format, lines: [], skipped: 0 }
  const add = ({ line, cells }: CsvRecord) => {
    if (cells.length > names.length) throw new BadFile('has more cells than the first line', line)
    addLine(bill, read(new Row(names, cells, line)))
  }
  await inSlices(stepThrough(records.length, (at) => add(records[at] as CsvRecord)))
  return bill
}

function addLine(bill: VendorBill, { day, model, usd, calls, tokens, request }: Partial<BillLine>): void {
  if (!day || !model) bill.skipped += 1
  else bill.lines.push({ day, model, usd, calls, tokens, request })
  if (bill.lines.length > MAX_LINES) throw new BadFile(`has more than ${MAX_LINES} lines: export a shorter period`)
}

function recognised(names: readonly string[]) {
  const has = new Set(names)
  for (const [format, { needs, read }] of Object.entries(KNOWN))
    if (needs.every((name) => has.has(name))) return { format: format as BillFormat, read }
  throw new BadFile(
    `its columns are not those of a known export; name them. It has: ${names.slice(0, 30).join(', ')}`,
    1,
  )
}

function chosen(names: readonly string[], columns: BillColumns, rate: number) {
  for (const name of Object.values(columns))
    if (name && !names.includes(name)) throw new BadFile(`there is no column "${name}"`, 1)
  if (!columns.time || !columns.model) throw new BadFile('a column for the time and one for the model are needed')
  const { amount, calls, input_tokens, output_tokens, request_id } = columns
  if (![amount, calls, input_tokens, output_tokens].some(Boolean))
    throw new BadFile('a column for the amount, the calls or the tokens is needed')
  const tokens = [input_tokens, output_tokens].filter(Boolean)
  const read = (row: Row): Partial<BillLine> => ({
    ...{ day: dayOf(row.get(columns.time)), model: row.get(columns.model) },
    usd: amount ? (row.number(amount) ?? 0) / rate : undefined,
    calls: calls ? (row.number(calls) ?? 0) : request_id ? 1 : undefined,
    tokens: tokens.length > 0 ? row.sum(...tokens) : undefined,
    request: request_id ? row.get(request_id) || undefined : undefined,
  })
  return { format: 'other' as const, read }
}

/** A record with the names of its columns. */
class Row {
  constructor(
    private readonly names: readonly string[],
    private readonly cells: readonly string[],
    private readonly line: number,
  ) {}

  get(name: string): string {
    return this.cells[this.names.indexOf(name)]?.trim() ?? ''
  }

  /** undefined = the cell is empty. */
  number(name: string): number | undefined {
    const text = this.get(name).replace(/^[$¥€£]\s*/, '')
    if (text === '') return undefined
    const value = /^-?[\d,]*\.?\d+(?:e[+-]?\d+)?$/i.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
    if (!Number.isFinite(value)) throw new BadFile(`"${text.slice(0, 50)}" in column "${name}" is no number`, this.line)
    return value
  }

  sum(...names: string[]): number {
    return names.reduce((sum, name) => sum + (this.number(name) ?? 0), 0)
  }
}

/** The UTC day of a day, a time, or Unix seconds; "" = it is none. */
function dayOf(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const time = /^\d{9,11}$/.test(text)
    ? Number(text) * 1000
    : Date.parse(/\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isFinite(time) && text !== '' ? new Date(time).toISOString().slice(0, 10) : ''
}

const listOf = (value: unknown) => (Array.isArray(value) ? value : [])
const numberOf = (value: unknown) => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : 0
}

/**
 * Reads pages of OpenAI's costs and usage, as its API answers them:
 * https://platform.openai.com/docs/api-reference/usage
 */
function readJson(text: string): VendorBill {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    throw new BadFile('the file is not JSON')
  }
  const pages = Array.isArray(value) ? value : [value]
  const buckets = pages.flatMap((page) => (isRecord(page) && Array.isArray(page.data) ? page.data : [page]))
  const results = buckets.flatMap((bucket) =>
    isRecord(bucket) ? listOf(bucket.results).map((result) => ({ start: bucket.start_time, result })) : [],
  )
  const [first] = results
  if (!isRecord(first?.result))
    throw new BadFile('the JSON holds no buckets with results, as OpenAI’s usage API has them')
  const format = 'amount' in first.result ? 'openai-costs' : 'openai-usage'
  const bill: VendorBill = { format, lines: [], skipped: 0 }
  for (const { start, result } of results) if (isRecord(result)) addLine(bill, lineOf(String(start), result, format))
  return bill
}

function lineOf(start: string, result: Record<string, unknown>, format: BillFormat): Partial<BillLine> {
  const day = dayOf(start)
  if (format === 'openai-costs') {
    const usd = isRecord(result.amount) ? numberOf(result.amount.value) : 0
    return {
      day,
      model:
        String(result.line_item ?? '')
          .split(',')[0]
          ?.trim() ?? '',
      usd,
    }
  }
  const tokens = numberOf(result.input_tokens) + numberOf(result.output_tokens)
  return { day, model: String(result.model ?? ''), calls: numberOf(result.num_model_requests), tokens }
}
