/** Returns the key as callers send it. */
export const fullKey = (key: string) => `sk-${key}`

/** Returns the first and last characters only, for display; short keys are masked completely. */
export const maskedKey = (key: string) => (key.length < 12 ? 'sk-••••' : `sk-${key.slice(0, 4)}••••${key.slice(-4)}`)
