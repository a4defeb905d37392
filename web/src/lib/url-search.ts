import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/** Reads a value of the URL's search part; throws for what is plain text. Ids of many digits are no numbers: they would be rounded. */
export function readValue(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (typeof value === 'number' && /^-?\d+$/.test(text) && !Number.isSafeInteger(value)) throw new RangeError(text)
  return value
}

/** How the router reads and writes the search part of URLs. */
export const urlSearch = {
  parseSearch: parseSearchWith(readValue),
  stringifySearch: stringifySearchWith(JSON.stringify, readValue),
}
