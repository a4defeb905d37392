import { SQL } from 'bun'
import { pageQuery, type Row, type SourceReader, toRow } from './reader.ts'

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``

type Rows = Record<string, unknown>[]

/** Opens a MySQL or MariaDB database with a connection that refuses to write. The driver is the runtime's own. */
export async function openMysqlSource(address: string): Promise<SourceReader> {
  // One connection, because what it may do is a setting of the session.
  const db = new SQL(address, { adapter: 'mysql', max: 1 })
  const query = async (text: string, values: unknown[] = []) => (await db.unsafe(text, values)) as Rows
  await query('set session transaction read only')
  return {
    engine: 'mysql',
    async schema() {
      const rows = await query(
        'select table_name as t, column_name as c from information_schema.columns where table_schema = database()',
      )
      const tables = new Map<string, Set<string>>()
      for (const row of rows) {
        const name = String(row.t)
        tables.set(name, (tables.get(name) ?? new Set()).add(String(row.c)))
      }
      return tables
    },
    async page(request): Promise<Row[]> {
      const text = pageQuery(request, quote, '?')
      return (await query(text, request.after === undefined ? [] : [request.after])).map(toRow)
    },
    async count(table) {
      return Number((await query(`select count(*) as n from ${quote(table)}`))[0]?.n ?? 0)
    },
    async highestId(table) {
      return Number((await query(`select max(id) as n from ${quote(table)}`))[0]?.n ?? 0)
    },
    close: () => db.close(),
  }
}
