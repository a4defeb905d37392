/** What the keys have chosen in a bar: a series by its key (undefined: the rest), or the bar as a whole. */
export type Chosen = { key: string | undefined } | 'bar'

/** One step up or down in a bar whose parts are given from below. Under the lowest part is the bar as a whole. */
export function stepped(keys: readonly (string | undefined)[], from: Chosen | undefined, up: boolean): Chosen {
  const at = from === undefined || from === 'bar' ? -1 : keys.indexOf(from.key)
  const next = Math.min(at + (up ? 1 : -1), keys.length - 1)
  return next < 0 ? 'bar' : { key: keys[next] }
}
