import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * Reads a value of the URL's search part; throws for plain text. Long digit strings stay texts, since numbers would
 * be rounded.
 */
export function readValue(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (typeof value === 'number' && /^-?\d+$/.test(text) && !Number.isSafeInteger(value)) throw new RangeError(text)
  return value
}

/** Parser and serialiser of the router's search part. */
export const urlSearch = {
  parseSearch: parseSearchWith(readValue),
  stringifySearch: stringifySearchWith(JSON.stringify, readValue),
}
