/** Compares names as people sort them: `gpt-4o` before `gpt-10`. */
export const { compare: compareNames } = new Intl.Collator('en', { numeric: true })
