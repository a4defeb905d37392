/** The names in a text, with a blank between two names. */
export type NamesIn<List extends string> = List extends `${infer Name} ${infer Rest}` ? Name | NamesIn<Rest> : List

/** Reads a list of names that stand in a text, with white space between them. */
export const names = (list: string): string[] => list.trim().split(/\s+/)
