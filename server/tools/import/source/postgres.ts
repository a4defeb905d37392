import pg from 'pg'
import { pageQuery, type SourceReader, toRow } from './reader.ts'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Types that are read as numbers: int8, int2, int4, numeric, float4, float8. */
const NUMBERS: readonly number[] = [20, 21, 23, 1700, 700, 701]
const BOOL = 16

/** Everything that is neither a number nor a boolean stays the text that PostgreSQL sends. */
const types = {
  getTypeParser: (oid: number) => {
    if (NUMBERS.includes(oid)) return Number
    if (oid === BOOL) return (text: string) => (text === 't' ? 1 : 0)
    return (text: string) => text
  },
}

/** Opens a PostgreSQL database with a connection that refuses to write. */
export async function openPostgresSource(address: string): Promise<SourceReader> {
  const client = new pg.Client({
    connectionString: address,
    types: types as never,
    options: '-c default_transaction_read_only=on',
    application_name: 'switchyard import',
  })
  // A connection that ends is reported by the query that needs it.
  client.on('error', () => {})
  await client.connect()
  return {
    engine: 'postgres',
    async schema() {
      const { rows } = await client.query<{ table_name: string; column_name: string }>(
        'select table_name, column_name from information_schema.columns where table_schema = current_schema()',
      )
      const tables = new Map<string, Set<string>>()
      for (const { table_name, column_name } of rows) {
        const columns = tables.get(table_name) ?? new Set()
        tables.set(table_name, columns.add(column_name))
      }
      return tables
    },
    async page(request) {
      const text = pageQuery(request, quote, '$1')
      const { rows } = await client.query(text, request.after === undefined ? [] : [request.after])
      return (rows as Record<string, unknown>[]).map(toRow)
    },
    async count(table) {
      const { rows } = await client.query<{ n: number }>(`select count(*) as n from ${quote(table)}`)
      return rows[0]?.n ?? 0
    },
    async highestId(table) {
      const { rows } = await client.query<{ n: number | null }>(`select max(id) as n from ${quote(table)}`)
      return rows[0]?.n ?? 0
    },
    close: () => client.end(),
  }
}
