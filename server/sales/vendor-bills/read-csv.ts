import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { nextTurn } from '../../platform/async/next-turn.ts'

/** A file that cannot be read, with the line where it goes wrong. */
export class BadFile extends Error {
  constructor(
    readonly reason: string,
    readonly line?: number,
  ) {
    super(line === undefined ? reason : `line ${line}: ${reason}`)
  }
}

const MAX_COLUMNS = 200
/** The part of a bill that is read in one turn of the event loop, a few milliseconds. */
const STEP_BYTES = 32 * 1024

/** A record of a CSV text, with the line in which it begins. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/**
 * Reads a CSV text (RFC 4180; separated by commas, semicolons or tabs, as its first line is). Blank lines are left out.
 * Rejects with BadFile.
 */
export async function readCsv(text: string): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  let lastLine = 0
  /** Each record with the line in which it ends. */
  function add(cells: string[], { lines }: { lines: number }): null {
    const line = lines - cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0)
    lastLine = lines
    if (cells.length > MAX_COLUMNS) throw new BadFile(`has more than ${MAX_COLUMNS} columns`, line)
    if (cells.length > 1 || cells[0]?.trim()) records.push({ line, cells })
    return null
  }
  const options = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, on_record: add }
  try {
    const parser = parse({ ...options, delimiter: separatorOf(text) })
    await pipeline(inSteps(Buffer.from(text)), parser.resume())
  } catch (error) {
    if (error instanceof CsvError) throw new BadFile('a quotation mark is not closed', lastLine + 1)
    throw error
  }
  return records
}

async function* inSteps(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    yield bytes.subarray(at, at + STEP_BYTES)
    await nextTurn()
  }
}

function separatorOf(text: string): string {
  const head = text.slice(0, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n'))
  const count = (character: string) => head.split(character).length
  return [',', ';', '\t'].reduce((most, next) => (count(next) > count(most) ? next : most))
}
