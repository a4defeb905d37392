import pg from 'pg'
import { createReader, type SourceReader } from './reader.ts'

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
  return createReader({
    engine: 'postgres',
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    placeholder: '$1',
    text: 'text',
    columns: `select table_name as t, column_name as c, column_default as d
      from information_schema.columns where table_schema = current_schema()`,
    query: async (text, values = []) => (await client.query(text, [...values])).rows as Record<string, unknown>[],
    close: () => client.end(),
  })
}
