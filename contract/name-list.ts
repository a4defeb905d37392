/** Reads a list of names that stand in a text, with white space between them. */
export const names = (list: string): string[] => list.trim().split(/\s+/)
