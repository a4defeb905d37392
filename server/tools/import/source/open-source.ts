import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { SQL } from 'bun'
import { withoutPasswords } from '../../../platform/audits/without-passwords.ts'
import { asUrl } from './addresses.ts'
import { createReader, type SourceReader } from './reader.ts'

/**
 * Opens the database of another program by its address: `mysql://…`, `user:password@tcp(host:port)/name`, `postgres://…`, or the
 * path of a SQLite file. PostgreSQL's driver is loaded only where it is needed. Throws an error with instructions.
 */
export async function openSource(given: string): Promise<SourceReader> {
  const address = asUrl(given.trim())
  const scheme = /^([a-z]+):\/\//i.exec(address)?.[1]?.toLowerCase()
  try {
    if (scheme === 'postgres' || scheme === 'postgresql') {
      return await (await import('./postgres.ts')).openPostgresSource(address)
    }
    if (scheme === 'mysql') return await openMysql(address)
  } catch (cause) {
    throw new Error(
      `the database at ${withoutPasswords(address)} cannot be opened: ${(cause as Error).message}. ` +
        'Check the host, the port, the name of the database, the user and the password',
    )
  }
  if (scheme && scheme !== 'file') {
    throw new Error(`${scheme}:// is no kind of database that can be read: use a SQLite file, mysql:// or postgres://`)
  }
  const path = fileOf(address)
  if (!existsSync(path)) throw new Error(`there is no file ${path}: give the path of the other program's database`)
  try {
    const source = openSqlite(path)
    await source.schema()
    return source
  } catch (cause) {
    throw new Error(`${path} is not a SQLite database that can be read: ${(cause as Error).message}`)
  }
}

/** The family's SQLITE_PATH may have parameters of the driver behind the path. */
function fileOf(address: string): string {
  const path = address.replace(/^file:(\/\/)?/i, '')
  return existsSync(path) ? path : path.replace(/\?\S*$/, '')
}

type Rows = Record<string, unknown>[]

/** Opens a MySQL or MariaDB database with a connection that refuses to write. The driver is the runtime's own. */
async function openMysql(address: string): Promise<SourceReader> {
  // One connection, because what it may do is a setting of the session.
  const db = new SQL(address, { adapter: 'mysql', max: 1 })
  await db.unsafe('set session transaction read only')
  return createReader({
    engine: 'mysql',
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    placeholder: '?',
    text: 'char',
    columns: `select table_name as t, column_name as c, column_default as d
      from information_schema.columns where table_schema = database()`,
    query: async (text, values = []) => (await db.unsafe(text, [...values])) as Rows,
    close: () => db.close(),
  })
}

/** Opens a SQLite file, which must exist, for reading only. */
function openSqlite(path: string): SourceReader {
  const file = new Database(path, { readonly: true, create: false, safeIntegers: false })
  file.run('PRAGMA query_only = ON')
  file.run('PRAGMA busy_timeout = 5000')
  return createReader({
    engine: 'sqlite',
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    placeholder: '?',
    text: 'text',
    columns: `select tables.name as t, columns.name as c, columns.dflt_value as d
      from sqlite_master as tables, pragma_table_info(tables.name) as columns where tables.type = 'table'`,
    query: async (text, values = []) => file.query(text).all(...values) as Rows,
    close: async () => file.close(),
  })
}
