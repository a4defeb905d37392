import type { Transaction } from 'kysely'
import { nextTurn } from '../async/next-turn.ts'
import type { Engine } from './database.ts'
import { compiledQuery, type Values } from './statement.ts'
import type { Tables } from './tables.ts'

/** Rows per statement. With few different texts, both engines keep them prepared. */
const BATCH_SIZES = [64, 8, 1] as const

/**
 * PostgreSQL reads many rows from one JSON text faster than as a parameter for each value: the log rows of a settled batch
 * in six tenths of the time.
 */
const JSON_ROWS = { least: 100, most: 2000 }

/**
 * By default SQLite copies every page that a statement changes, to be able to undo that statement alone: a sixth of
 * its work.
 */
const INSERT = { sqlite: 'insert or fail', postgres: 'insert' }

/**
 * Returns a function that inserts many rows; if it rejects, the transaction must end. Statement texts are built
 * once, because building them for each batch would cost more than running them. `columns` and `suffix` (an `ON
 * CONFLICT` clause) must be constants of the program.
 */
export function createBulkInserter(table: keyof Tables, columns: readonly string[], suffix = '') {
  const names = columns.map((name) => `"${name}"`).join(', ')
  const texts = new Map<string, string>()

  function statement(engine: Engine, rows: number): string {
    const key = `${engine} ${rows}`
    const known = texts.get(key)
    if (known) return known
    const placeholder = (index: number) => (engine === 'sqlite' ? '?' : `$${index + 1}`)
    const row = (first: number) => `(${columns.map((_, column) => placeholder(first + column)).join(', ')})`
    const values = Array.from({ length: rows }, (_, index) => row(index * columns.length)).join(', ')
    const text = `${INSERT[engine]} into "${table}" (${names}) values ${values} ${suffix}`
    texts.set(key, text)
    return text
  }

  const fromJson = `insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", $1) ${suffix}`
  const toObject = (row: Values) => Object.fromEntries(columns.map((name, index) => [name, asJson(row[index])]))

  return async (trx: Transaction<Tables>, engine: Engine, rows: readonly Values[]) => {
    for (let start = 0; start < rows.length; ) {
      const left = rows.length - start
      if (engine === 'postgres' && left >= JSON_ROWS.least) {
        const part = rows.slice(start, start + JSON_ROWS.most)
        await trx.executeQuery(compiledQuery(fromJson, [JSON.stringify(part.map(toObject))]))
        start += part.length
        continue
      }
      const size = BATCH_SIZES.find((rows) => rows <= left) ?? 1
      const values = rows.slice(start, start + size).flat()
      await trx.executeQuery(compiledQuery(statement(engine, size), values))
      start += size
      // Bun's SQLite runs in this thread: calls are served between the pieces of a large batch.
      if (size === BATCH_SIZES[0] && left > size) await nextTurn()
    }
  }
}

/** PostgreSQL refuses JSON with half of a surrogate pair, which as a parameter becomes U+FFFD. */
const asJson = (value: Values[number] | undefined) => (typeof value === 'string' ? value.toWellFormed() : value)
