/** The part of a bar chosen by keyboard: a series by its key (undefined = the rest), or the whole bar. */
export type Chosen = { key: string | undefined } | 'bar'

/**
 * Moves one step up or down in a bar whose segments are given from the bottom. Below the lowest segment is the
 * whole bar.
 */
export function stepped(keys: readonly (string | undefined)[], from: Chosen | undefined, up: boolean): Chosen {
  const at = from === undefined || from === 'bar' ? -1 : keys.indexOf(from.key)
  const next = Math.min(at + (up ? 1 : -1), keys.length - 1)
  return next < 0 ? 'bar' : { key: keys[next] }
}
