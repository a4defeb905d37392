import { inSlices } from '../../platform/async/in-slices.ts'
import { stepThrough } from '../../platform/async/steps.ts'
import { zonedTimes } from './zoned-time.ts'

/** A column of an exported table. */
export interface Column<Row> {
  name: string
  /** The unit of its numbers, for the header of a CSV file. */
  unit?: string
  value(row: Row): string | number | boolean
}

export interface TableFile<Row> {
  /** File name without extension. */
  name: string
  format: 'csv' | 'jsonl'
  /** IANA name. */
  timeZone: string
  /** Unix seconds of a row; written as the first column. */
  time(row: Row): number
  columns: readonly Column<Row>[]
  batches: AsyncGenerator<Row[]>
}

const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' }

/**
 * Returns rows as a download. A batch is read when the one before it has been sent, so memory does not grow with
 * the file. If reading fails, the connection is cut, so that a partial file is not taken for a complete one.
 */
export function tableResponse<Row>(file: TableFile<Row>): Response {
  const lines = file.format === 'csv' ? csvChunks(file) : jsonChunks(file)
  return new Response(streamOf(lines), {
    headers: {
      'Content-Type': TYPES[file.format],
      'Content-Disposition': `attachment; filename="${file.name}.${file.format}"`,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** RFC 4180, with the byte order mark that spreadsheets need to see UTF-8. */
async function* csvChunks<Row>({ columns, batches, time, timeZone }: TableFile<Row>): AsyncGenerator<string> {
  const at = zonedTimes(timeZone)
  const names = columns.map(({ name, unit }) => (unit ? `${name} (${unit})` : name))
  const header = [`time (${timeZone})`, 'unix_time (seconds)', ...names]
  yield `\uFEFF${header.map(csvCell).join(',')}\r\n`
  for await (const rows of batches) {
    yield* linesOf(rows, (row) => {
      const cells = [at(time(row)).local, time(row), ...columns.map((column) => column.value(row))]
      return `${cells.map(csvCell).join(',')}\r\n`
    })
  }
}

async function* jsonChunks<Row>({ columns, batches, time, timeZone }: TableFile<Row>): AsyncGenerator<string> {
  const at = zonedTimes(timeZone)
  for await (const rows of batches) {
    yield* linesOf(rows, (row) => {
      const fields = columns.map(({ name, value }) => [name, value(row)])
      return `${JSON.stringify({ time: at(time(row)).iso, unix_time: time(row), ...Object.fromEntries(fields) })}\n`
    })
  }
}

/** Yields the lines of rows as one text, which is written between calls. */
async function* linesOf<Row>(rows: readonly Row[], lineOf: (row: Row) => string): AsyncGenerator<string> {
  let text = ''
  await inSlices(
    stepThrough(rows.length, (index) => {
      text += lineOf(rows[index] as Row)
    }),
  )
  yield text
}

/** Puts an apostrophe in front of a text that a spreadsheet would run as a formula; numbers stay numbers. */
export function csvCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  const text = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function streamOf(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await chunks.return(undefined)),
  })
}
