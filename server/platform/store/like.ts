import { type RawBuilder, sql } from 'kysely'

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Whether a column contains a text, ignoring case; `%` and `_` in the text are plain characters. */
export function contains(column: string, text: string): RawBuilder<boolean> {
  return matches(column, `%${escapeLike(text)}%`)
}

/** Whether a column matches a pattern in which only `%` is special, ignoring case. */
export function matchesPattern(column: string, pattern: string): RawBuilder<boolean> {
  return matches(column, pattern.replace(/[\\_]/g, '\\$&'))
}

const matches = (column: string, pattern: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`
