/** Hues of charts, 30 degrees apart, which is as near as two may be and still differ at a glance. */
export const CHART_HUES = Array.from({ length: 12 }, (_, index) => 25 + 30 * index)

/** Start of the hash. It is one at which the models that are called most have hues of their own. */
const SEED = 505_795

/**
 * Returns the hue of a name in degrees: a model has the same hue in every chart, for everybody. It follows from the
 * name alone (FNV-1a), so two names may share one; a chart shows these in different tones.
 */
export function nameHue(name: string): number {
  let hash = SEED
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  // The last bits of the hash depend on the last letters alone.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hueAt((hash ^ (hash >>> 13)) >>> 0)
}

/** Returns the hue of an id in degrees: ids in a row are far apart. */
export const idHue = (id: number): number => hueAt(id * 5)

const hueAt = (place: number) => CHART_HUES[place % CHART_HUES.length] ?? 0
