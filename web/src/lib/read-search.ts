/**
 * What a route has read of an address, as the answer of its `validateSearch`. A name that means nothing is there as
 * undefined: the router keeps what the address says under each name that an answer lacks, wrong as it may be.
 */
export function readSearch<T extends object>(names: readonly string[], read: T): T {
  return { ...Object.fromEntries(names.map((name) => [name, undefined])), ...read }
}
