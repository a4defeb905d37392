import { type CompiledQuery, type QueryResult, RawNode, type Transaction } from 'kysely'
import type { Engine } from './database.ts'
import type { Tables } from './tables.ts'

/** Values for the places of a statement. */
export type Values = readonly (string | number)[]

const NO_TREE = RawNode.createWithSql('')

/** What `CompiledQuery.raw` makes, without freezing a thousand parameters. */
export function compiled(sql: string, parameters: Values): CompiledQuery {
  return { sql, parameters, query: NO_TREE, queryId: { queryId: 'statement' } }
}

/**
 * A statement that runs all the time: its text is made once, because a query builder would spend more on it than the
 * database. `text` must be a constant of the program, with `?` for every value.
 */
export function statement(text: string) {
  let count = 0
  const numbered = text.replace(/\?/g, () => `$${++count}`)
  return (trx: Transaction<Tables>, engine: Engine, values: Values): Promise<QueryResult<unknown>> =>
    trx.executeQuery(compiled(engine === 'sqlite' ? text : numbered, values))
}
