import { existsSync } from 'node:fs'
import { withoutPasswords } from '../../../platform/audits/without-passwords.ts'
import type { SourceReader } from './reader.ts'

/**
 * Opens the database of another program by its address: `mysql://…`, `postgres://…`, or the path of a SQLite file.
 * Loads only the driver that it needs. Throws an error with instructions.
 */
export async function openSource(address: string): Promise<SourceReader> {
  const scheme = /^([a-z]+):\/\//i.exec(address)?.[1]?.toLowerCase()
  try {
    if (scheme === 'postgres' || scheme === 'postgresql') {
      return await (await import('./postgres.ts')).openPostgresSource(address)
    }
    if (scheme === 'mysql' || scheme === 'mariadb') {
      return await (await import('./mysql.ts')).openMysqlSource(address.replace(/^mariadb:/i, 'mysql:'))
    }
  } catch (cause) {
    throw new Error(
      `the database at ${withoutPasswords(address)} cannot be opened: ${(cause as Error).message}. ` +
        'Check the host, the port, the name of the database, the user and the password',
    )
  }
  if (scheme && scheme !== 'file') {
    throw new Error(`${scheme}:// is no kind of database that can be read: use a SQLite file, mysql:// or postgres://`)
  }
  const path = address.replace(/^file:(\/\/)?/i, '')
  if (!existsSync(path)) throw new Error(`there is no file ${path}: give the path of the other program's database`)
  try {
    const source = (await import('./sqlite.ts')).openSqliteSource(path)
    await source.schema()
    return source
  } catch (cause) {
    throw new Error(`${path} is not a SQLite database that can be read: ${(cause as Error).message}`)
  }
}
