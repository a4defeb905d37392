/**
 * Completes the result of a route's `validateSearch`: invalid names are set to undefined. Otherwise the router
 * keeps the raw value of every name that is missing from the result.
 */
export function readSearch<T extends object>(names: readonly string[], read: T): T {
  return { ...Object.fromEntries(names.map((name) => [name, undefined])), ...read }
}
