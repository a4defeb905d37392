/** A value of a source in the one form that mappings read: booleans are 0 and 1, JSON and times are texts. */
export type Cell = string | number | null
/** A row of a source, by column. A column that this version of the program lacks is absent. */
export type Row = Readonly<Record<string, Cell>>

/** The columns of each table of a database. */
export type Schema = ReadonlyMap<string, ReadonlySet<string>>

export interface PageRequest {
  table: string
  columns: readonly string[]
  /** The column that orders the rows: unique, and only growing. */
  key: string
  /** Rows behind this value of the key; undefined = from the first one. */
  after: Cell | undefined
  limit: number
}

/** Reads one database of another program. Nothing is ever written there. */
export interface SourceReader {
  readonly engine: 'sqlite' | 'mysql' | 'postgres'
  schema(): Promise<Schema>
  page(request: PageRequest): Promise<Row[]>
  count(table: string): Promise<number>
  /** The largest `id` of a table, 0 when it is empty. */
  highestId(table: string): Promise<number>
  close(): Promise<void>
}

/** Converts what a driver returns. */
export function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8')
  if (value instanceof Date) return value.toISOString()
  return JSON.stringify(value)
}

export function toRow(row: Record<string, unknown>): Row {
  const cells: Record<string, Cell> = {}
  for (const name in row) cells[name] = toCell(row[name])
  return cells
}

/** The text of a page's query. Names come from the database's own catalogue. */
export function pageQuery(
  { table, columns, key, after, limit }: PageRequest,
  quote: (name: string) => string,
  placeholder: string,
): string {
  const where = after === undefined ? '' : ` where ${quote(key)} > ${placeholder}`
  const names = columns.map(quote).join(', ')
  return `select ${names} from ${quote(table)}${where} order by ${quote(key)} limit ${Math.trunc(limit)}`
}

/** Every row of a table, a page at a time. Columns that the table lacks are left out. */
export async function* pagesOf(
  reader: SourceReader,
  schema: Schema,
  wanted: { table: string; columns: readonly string[]; key?: string; after?: Cell | undefined; limit?: number },
): AsyncGenerator<Row[]> {
  const { table, key = 'id', limit = 500 } = wanted
  const present = schema.get(table)
  if (!present?.has(key)) return
  const columns = [...new Set([key, ...wanted.columns])].filter((name) => present.has(name))
  for (let after = wanted.after; ; ) {
    const rows = await reader.page({ table, columns, key, after, limit })
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    after = rows.at(-1)?.[key] ?? undefined
  }
}
