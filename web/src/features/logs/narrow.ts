import type { LogFilters } from './log-search.ts'

/** What a value in a row can be of, so that one can see only such rows, or all others. */
export const FIELDS = ['type', 'model_name', 'token_name', 'username', 'channel'] as const
export type Field = (typeof FIELDS)[number]
export type Value = string | number

/** A change of the filters: what is undefined is cleared. */
export type Change = { [K in keyof LogFilters]?: LogFilters[K] | undefined }

const nameOf = (field: Field) => `not_${field}` as const
const linesOf = (text: string | undefined) => text?.split('\n').filter(Boolean) ?? []
const textOf = (lines: readonly string[]) => lines.join('\n') || undefined

/** A token's number and its name speak of the same: whoever chooses by the name no longer means the number. */
const alike = (field: Field): Change => (field === 'token_name' ? { token_id: undefined } : {})

/** Only rows with this value. */
export const only = (field: Field, value: Value): Change => ({
  ...alike(field),
  [field]: value,
  [nameOf(field)]: undefined,
})

/** Only calls of a row's token: by its number where it has one, since names change and are given twice. */
export const onlyToken = ({ token_id, token_name }: { token_id: number; token_name: string }): Change =>
  token_id > 0 ? { ...only('token_name', ''), token_name: undefined, token_id } : only('token_name', token_name)

/** All rows but those with this value, and those that were left out before. */
export function except(filters: LogFilters, field: Field, value: Value): Change {
  const lines = new Set([...linesOf(filters[nameOf(field)]), String(value)])
  return { ...alike(field), [field]: undefined, [nameOf(field)]: textOf([...lines]) }
}

/** Takes a value in again that was left out. */
export function takenIn(filters: LogFilters, field: Field, value: Value): Change {
  return { [nameOf(field)]: textOf(linesOf(filters[nameOf(field)]).filter((line) => line !== String(value))) }
}

/** The values that are left out. */
export const leftOut = (filters: LogFilters): { field: Field; value: string }[] =>
  FIELDS.flatMap((field) => linesOf(filters[nameOf(field)]).map((value) => ({ field, value })))
