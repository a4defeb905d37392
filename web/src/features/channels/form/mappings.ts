/** Returns whether a text is empty or a JSON object of strings, as a model mapping must be. */
export const isTextMapping = (text: string) => isMapping(text, (_, value) => typeof value === 'string')

/**
 * Returns whether a text is empty or a JSON object from HTTP status to HTTP status. Values may be strings or
 * numbers.
 */
export const isStatusMapping = (text: string) => isMapping(text, (name, value) => isStatus(name) && isStatus(value))

const isStatus = (value: unknown) =>
  (typeof value === 'number' || typeof value === 'string') && /^[1-5]\d\d$/.test(String(value))

function isMapping(text: string, accepts: (name: string, value: unknown) => boolean): boolean {
  if (text.trim() === '') return true
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    return Object.entries(value).every(([name, each]) => accepts(name, each))
  } catch {
    return false
  }
}
