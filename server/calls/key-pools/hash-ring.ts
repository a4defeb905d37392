/** FNV-1a with a final mix: http://www.isthe.com/chongo/tech/comp/fnv/ */
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193
/** A point is its hash and, below 2^21, the place of its key. */
const PLACES = 2 ** 21
/** More points share the conversations more evenly, and need more memory: so many for a key, and for all of them. */
const POINTS = { least: 4, most: 512, all: 32_768 }
/** Points that are looked at: where the keys of all these points are ill, the conversation gets any other key. */
const MAX_STEPS = 64

/**
 * A ring of hashes, which gives each text one of several ids. A text keeps its id while that id is there and accepted,
 * whatever other ids come and go.
 */
export interface HashRing {
  /** The id of a text among those that are accepted; undefined = none was found nearby. */
  find(text: string, accepts: (id: number) => boolean): number | undefined
}

/** Creates the ring of some ids. Finding takes logarithmic time. */
export function createHashRing(ids: readonly number[]): HashRing {
  const each = Math.max(POINTS.least, Math.min(POINTS.most, Math.floor(POINTS.all / ids.length)))
  const points = new Float64Array(ids.length * each)
  for (const [place, id] of ids.entries())
    for (let point = 0; point < each; point++) points[place * each + point] = hash(`${id}/${point}`) * PLACES + place
  points.sort()
  return {
    find(text, accepts) {
      const start = firstFrom(points, hash(text) * PLACES)
      const steps = Math.min(MAX_STEPS, points.length)
      for (let step = 0; step < steps; step++) {
        const point = points[(start + step) % points.length] ?? 0
        const id = ids[point % PLACES]
        if (id !== undefined && accepts(id)) return id
      }
      return undefined
    },
  }
}

/** The index of the first point that is not below a value. */
function firstFrom(points: Float64Array, value: number): number {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((points[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

function hash(text: string): number {
  let state = OFFSET
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), PRIME)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}
