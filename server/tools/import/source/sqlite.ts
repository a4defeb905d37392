import { Database } from 'bun:sqlite'
import { pageQuery, type SourceReader, toRow } from './reader.ts'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Opens a SQLite file, which must exist, for reading only. */
export function openSqliteSource(path: string): SourceReader {
  const file = new Database(path, { readonly: true, create: false, safeIntegers: false })
  file.run('PRAGMA query_only = ON')
  file.run('PRAGMA busy_timeout = 5000')
  return {
    engine: 'sqlite',
    async schema() {
      const tables = file.query("select name from sqlite_master where type = 'table'").all() as { name: string }[]
      const columns = (table: string) =>
        (file.query(`select name from pragma_table_info(${quote(table)})`).all() as { name: string }[]).map(
          ({ name }) => name,
        )
      return new Map(tables.map(({ name }) => [name, new Set(columns(name))]))
    },
    async page(request) {
      const query = file.query(pageQuery(request, quote, '?'))
      const rows = request.after === undefined ? query.all() : query.all(request.after)
      return (rows as Record<string, unknown>[]).map(toRow)
    },
    async count(table) {
      return (file.query(`select count(*) as n from ${quote(table)}`).get() as { n: number }).n
    },
    async highestId(table) {
      return (file.query(`select max(id) as n from ${quote(table)}`).get() as { n: number | null }).n ?? 0
    },
    async close() {
      file.close()
    },
  }
}
