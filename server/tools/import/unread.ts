import type { ImportUnread } from '#contract/import/report.ts'
import { mayMatter, unreadColumns } from './mapping/columns.ts'
import type { Schema, SourceReader } from './source/reader.ts'

type Source = { reader: SourceReader; schema: Schema }

/**
 * Lists what holds anything but its default and is not read: columns as `table.column`, and whole tables. `logs`: where the log
 * lies.
 */
export async function findUnread(source: Source, logs: Source): Promise<ImportUnread[]> {
  const found: ImportUnread[] = []
  const add = (name: string, rows: number) => rows > 0 && found.push({ name, rows, stops: mayMatter(name) })
  for (const [table, columns] of unreadColumns(source.schema)) {
    const { reader } = table === 'logs' ? logs : source
    if (columns.size === 0) add(table, await reader.count(table))
    else for (const [column, rows] of await reader.filled(table, columns)) add(`${table}.${column}`, rows)
  }
  return found
}

/** Refuses to go on without columns that may be money or rights, but for those that are named in `ignore`. */
export function requireRead(unread: readonly ImportUnread[], ignore: readonly string[]): void {
  const open = unread.filter(({ name, stops }) => stops && !ignore.includes(name))
  if (open.length === 0) return
  const list = open.map(({ name, rows }) => `${name} (${rows} rows)`).join(', ')
  throw new Error(
    `what may be money or rights is not read: ${list}. Nothing was written. To import without it, say ` +
      open.map(({ name }) => `--ignore ${name}`).join(' '),
  )
}
