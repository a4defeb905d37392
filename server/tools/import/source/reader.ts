/** A value of a source in the one form that mappings read: booleans are 0 and 1, JSON and times are texts. */
export type Cell = string | number | null
/** A row of a source, by column. A column that this version of the program lacks is absent. */
export type Row = Readonly<Record<string, Cell>>

/** The columns of each table of a database, each with the text of its default; "" = it has none. */
export type Schema = ReadonlyMap<string, ReadonlyMap<string, string>>

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
  /** How many rows hold anything but nothing and the default, by column. */
  filled(table: string, columns: ReadonlyMap<string, string>): Promise<Map<string, number>>
  close(): Promise<void>
}

/** What the engines differ in. */
export interface SourceDriver extends Pick<SourceReader, 'engine' | 'close'> {
  quote(name: string): string
  placeholder: string
  /** The type that a value is turned into a text by. */
  text: 'text' | 'char'
  /** Lists all columns: table `t`, column `c`, default `d`. */
  columns: string
  query(text: string, values?: readonly Cell[]): Promise<Record<string, unknown>[]>
}

/** Makes a reader of a driver. Names come from the database's own catalogue. */
export function createReader(driver: SourceDriver): SourceReader {
  const { engine, quote, query, close } = driver
  const number = async (text: string) => Number((await query(text))[0]?.n ?? 0)
  return {
    engine,
    close,
    async schema() {
      const tables = new Map<string, Map<string, string>>()
      for (const { t, c, d } of await query(driver.columns)) {
        const columns = tables.get(String(t)) ?? new Map<string, string>()
        tables.set(String(t), columns.set(String(c), defaultText(d)))
      }
      return tables
    },
    async page({ table, columns, key, after, limit }) {
      const where = after === undefined ? '' : ` where ${quote(key)} > ${driver.placeholder}`
      const names = columns.map(quote).join(', ')
      const text = `select ${names} from ${quote(table)}${where} order by ${quote(key)} limit ${Math.trunc(limit)}`
      return (await query(text, after === undefined ? [] : [after])).map(toRow)
    },
    count: (table) => number(`select count(*) as n from ${quote(table)}`),
    highestId: (table) => number(`select max(id) as n from ${quote(table)}`),
    async filled(table, columns) {
      const names = [...columns.keys()]
      const sums = [...columns].map(([name, own], index) => {
        const nothing = [...NOTHING, own, ...(own === '1' ? ['true'] : [])]
          .map((text) => `'${text.replaceAll("'", "''")}'`)
          .join(', ')
        return `sum(case when cast(${quote(name)} as ${driver.text}) in (${nothing}) then 0 else 1 end) as c${index},
          sum(case when ${quote(name)} is null then 1 else 0 end) as n${index}`
      })
      const [row = {}] = names.length > 0 ? await query(`select ${sums.join(', ')} from ${quote(table)}`) : []
      return new Map(names.map((name, index) => [name, Number(row[`c${index}`]) - Number(row[`n${index}`])]))
    },
  }
}

/** Texts of values that say nothing. */
const NOTHING = ['', '0', '0.0', '0.00', '0.0000', '0.000000', 'false', 'null', '{}', '[]', '""']

/** The value of a default as a catalogue writes it: `'default'::character varying`, `(-1)`, `true`. */
function defaultText(written: unknown): string {
  const text = String(written ?? '')
    .replace(/^\((.*)\)$/, '$1')
    .replace(/::[\w\s"[\]()]+$/, '')
  const value = text.replace(/^(['"])(.*)\1$/s, '$2').replaceAll("''", "'")
  if (value.toLowerCase() === 'null') return ''
  return value === 'true' ? '1' : value
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
