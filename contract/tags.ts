export const MAX_TAGS = 20
export const TAG_MAX = 32

/** Removes blanks around tags, empty ones and repetitions; commas separate stored tags and become blanks. */
export const tidyTags = (tags: readonly string[]): string[] =>
  [...new Set(tags.map((tag) => tag.replace(/[\s,]+/g, ' ').trim()))].filter(Boolean)

/** Returns tags as they are stored: each between commas, so that one is found by `,tag,`; "" = none. */
export const storedTags = (tags: readonly string[]): string => (tags.length > 0 ? `,${tags.join(',')},` : '')

/** Reads what `storedTags` has written. */
export const parseStoredTags = (text: string): string[] => text.split(',').filter(Boolean)
