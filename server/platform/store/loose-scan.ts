import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import { matchesPattern } from './like.ts'
import type { Tables } from './tables.ts'

/**
 * Lists the distinct values of a text column that match a pattern with `%`, in any letter case and in the index's
 * order; at most `maxValues`. Each is found in the index behind the one before, so the time depends on the number
 * of values, not of rows. The column must be the first of an index.
 */
export async function listMatchingValues<T extends keyof Tables & string>(
  db: Queryable,
  table: T,
  column: keyof Tables[T] & string,
  pattern: string,
  maxValues: number,
): Promise<string[]> {
  const [rows, value] = [sql.table(table), sql.ref(column)]
  const found = await sql<{ value: string }>`
    with recursive known(value) as (
      select min(${value}) from ${rows}
      union all
      select (select min(${value}) from ${rows} where ${value} > known.value) from known where known.value is not null
    )
    select value from known where value is not null and ${matchesPattern('known.value', pattern)} limit ${maxValues}
  `.execute(db)
  return found.rows.map((row) => row.value)
}
