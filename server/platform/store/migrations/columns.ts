import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely'
import type { Engine } from '../database.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration must not know today's table types
export type Schema = Kysely<any>['schema']
type Table = CreateTableBuilder<string, string>

/** Shorthands for the column kinds that the tables share, in both engines. */
export const required = (column: ColumnDefinitionBuilder) => column.notNull()
export const textColumn = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('')
export const numberColumn = (fallback: number) => (column: ColumnDefinitionBuilder) =>
  column.notNull().defaultTo(fallback)
export const zero = numberColumn(0)

/** Starts a table with an increasing 64-bit id that is never reused. */
export function tableWithId(schema: Schema, engine: Engine, name: string): Table {
  const table = schema.createTable(name) as Table
  return engine === 'sqlite'
    ? (table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement()) as Table)
    : (table.addColumn('id', 'bigserial', (column) => column.primaryKey()) as Table)
}

/** Creates one index per list of columns. */
export async function createIndexes(schema: Schema, table: string, ...columnLists: string[][]): Promise<void> {
  for (const columns of columnLists) {
    await schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns(columns)
      .execute()
  }
}
