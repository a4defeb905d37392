/** The names of a text that separates them by spaces. */
export type NamesIn<List extends string> = List extends `${infer Name} ${infer Rest}` ? Name | NamesIn<Rest> : List

/** Splits a text into names at white space. */
export const names = (list: string): string[] => list.trim().split(/\s+/)
