/** Steps of the colour circle; a prime, so that similar names rarely share one. */
const STEPS = 47

/**
 * Returns the hue of a name in degrees: a model has the same colour in every chart, for everybody. It follows from the
 * name alone (FNV-1a), so two names may be alike; marks and labels tell them apart.
 */
export function nameHue(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  // The last bits of the hash depend on the last letters alone.
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return Math.round(((mixed % STEPS) * 360) / STEPS)
}
