import { type NamesIn, names } from '#contract/name-list.ts'

/** Copies the named fields of an object, such as those of a row that may leave the server: `pick(row, 'id name')`. */
export function pick<T extends object, List extends string>(
  from: T,
  list: List & (NamesIn<List> extends keyof T ? unknown : never),
): Pick<T, NamesIn<List> & keyof T> {
  return Object.fromEntries(names(list).map((name) => [name, from[name as keyof T]])) as Pick<
    T,
    NamesIn<List> & keyof T
  >
}
