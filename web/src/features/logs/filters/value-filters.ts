import type { LogFilters } from '../rows/log-search.ts'

/** The fields by whose values rows can be included or excluded. */
export const FIELDS = ['type', 'model_name', 'token_name', 'username', 'channel'] as const
export type Field = (typeof FIELDS)[number]
export type Value = string | number

/** A change of the filters: undefined values are cleared. */
export type Change = { [K in keyof LogFilters]?: LogFilters[K] | undefined }

const nameOf = (field: Field) => `not_${field}` as const
const linesOf = (text: string | undefined) => text?.split('\n').filter(Boolean) ?? []
const textOf = (lines: readonly string[]) => lines.join('\n') || undefined

/** Token id and token name filter the same thing: choosing a name clears the id. */
const alike = (field: Field): Change => (field === 'token_name' ? { token_id: undefined } : {})

/** Includes only rows with this value. */
export const only = (field: Field, value: Value): Change => ({
  ...alike(field),
  [field]: value,
  [nameOf(field)]: undefined,
})

/** Includes only calls of a row's token: by its id where it has one, since names change and are not unique. */
export const onlyToken = ({ token_id, token_name }: { token_id: number; token_name: string }): Change =>
  token_id > 0 ? { ...only('token_name', ''), token_name: undefined, token_id } : only('token_name', token_name)

/** Excludes rows with this value, in addition to those already excluded. */
export function except(filters: LogFilters, field: Field, value: Value): Change {
  const lines = new Set([...linesOf(filters[nameOf(field)]), String(value)])
  return { ...alike(field), [field]: undefined, [nameOf(field)]: textOf([...lines]) }
}

/** Removes a value from the excluded ones. */
export function takenIn(filters: LogFilters, field: Field, value: Value): Change {
  return { [nameOf(field)]: textOf(linesOf(filters[nameOf(field)]).filter((line) => line !== String(value))) }
}

/** Returns the excluded values. */
export const leftOut = (filters: LogFilters): { field: Field; value: string }[] =>
  FIELDS.flatMap((field) => linesOf(filters[nameOf(field)]).map((value) => ({ field, value })))
