import { type CompiledQuery, type QueryResult, RawNode, type Transaction } from 'kysely'
import type { Engine } from './database.ts'
import type { Tables } from './tables.ts'

/** Values for the placeholders of a statement. */
export type Values = readonly (string | number | null)[]

const EMPTY_NODE = RawNode.createWithSql('')

/** Does what `CompiledQuery.raw` does, without freezing a thousand parameters. */
export function compiledQuery(sql: string, parameters: Values): CompiledQuery {
  return { sql, parameters, query: EMPTY_NODE, queryId: { queryId: 'statement' } }
}

/**
 * Prepares a statement that runs often: its text is built once, because a query builder would take more time than
 * the database. `text` must be a constant of the program, with `?` for every value.
 */
export function prepareStatement(text: string) {
  let count = 0
  const numbered = text.replace(/\?/g, () => `$${++count}`)
  return (trx: Transaction<Tables>, engine: Engine, values: Values): Promise<QueryResult<unknown>> =>
    trx.executeQuery(compiledQuery(engine === 'sqlite' ? text : numbered, values))
}
