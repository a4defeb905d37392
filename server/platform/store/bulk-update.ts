import type { Transaction } from 'kysely'
import type { Engine } from './database.ts'
import { compiledQuery, type Values } from './statement.ts'
import type { Tables } from './tables.ts'

/** Which columns of which rows a bulk update changes. All are integers but those of `where`. */
export interface BulkUpdate {
  table: keyof Tables
  /** The column that tells the rows apart. */
  id: string
  /** Columns whose values all rows share. */
  where?: readonly string[]
  /** Columns that are added to. */
  add: readonly string[]
  /** Columns that get a new value. */
  set?: readonly string[]
}

/** Fewer rows cost PostgreSQL less one by one than the plan of a statement for all. */
const MIN_TOGETHER = 16

/**
 * Returns a function that updates many rows, and resolves to the ids of those that are there. Each row is its id and the
 * values of `add` and `set`; they must come in ascending order, in which they are locked, so that two transactions cannot
 * deadlock. `shared` has the values of `where`. The definition must be a constant of the program.
 *
 * PostgreSQL takes many rows in one statement, because each statement is a round trip; SQLite has none.
 */
export function createBulkUpdate(update: BulkUpdate) {
  const single = singleUpdate(update)
  const numbered = numberPlaceholders(single)
  const whole = wholeUpdate(update)
  const names = [update.id, ...update.add, ...(update.set ?? [])]
  return async (trx: Transaction<Tables>, engine: Engine, rows: readonly number[][], shared: Values = []) => {
    if (engine === 'postgres' && rows.length >= MIN_TOGETHER) {
      const objects = rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])))
      const done = await trx.executeQuery(compiledQuery(whole, [JSON.stringify(objects), ...shared]))
      return new Set((done.rows as { id: number }[]).map(({ id }) => id))
    }
    const found = new Set<number>()
    for (const [id = 0, ...values] of rows) {
      const query = compiledQuery(engine === 'sqlite' ? single : numbered, [...values, id, ...shared])
      if ((await trx.executeQuery(query)).numAffectedRows !== 0n) found.add(id)
    }
    return found
  }
}

function singleUpdate({ table, id, where = [], add, set = [] }: BulkUpdate): string {
  const changes = [...add.map((name) => `${name} = ${name} + ?`), ...set.map((name) => `${name} = ?`)]
  const conditions = [id, ...where].map((name) => `${name} = ?`)
  return `update ${table} set ${changes.join(', ')} where ${conditions.join(' and ')}`
}

function numberPlaceholders(text: string): string {
  let count = 0
  return text.replace(/\?/g, () => `$${++count}`)
}

/** The rows are locked in their order first; an update alone would lock them in any order. */
function wholeUpdate({ table, id, where = [], add, set = [] }: BulkUpdate): string {
  const types = [id, ...add, ...set].map((name) => `${name} bigint`).join(', ')
  const shared = where.map((name, index) => `and ${table}.${name} = $${index + 2}`).join(' ')
  const changes = [
    ...add.map((name) => `${name} = ${table}.${name} + change.${name}`),
    ...set.map((name) => `${name} = change.${name}`),
  ]
  return `with change as materialized (select * from json_to_recordset($1::json) as row(${types})),
    locked as materialized (select ${table}.${id} from ${table}
      where ${table}.${id} in (select ${id} from change) ${shared} order by ${table}.${id} for no key update)
    update ${table} set ${changes.join(', ')} from change join locked using (${id})
    where ${table}.${id} = change.${id} ${shared} returning ${table}.${id} as id`
}
