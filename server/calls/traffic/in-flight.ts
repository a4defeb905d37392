/** Attempts in progress at each channel, on this node. */
export interface InFlight {
  begin(channel: number): void
  end(channel: number): void
  of(channel: number): number
}

/** Creates counters that are all 0. */
export function createInFlight(): InFlight {
  const counts = new Map<number, number>()
  const of = (channel: number) => counts.get(channel) ?? 0
  return {
    begin: (channel) => void counts.set(channel, of(channel) + 1),
    end(channel) {
      const left = of(channel) - 1
      if (left > 0) counts.set(channel, left)
      else counts.delete(channel)
    },
    of,
  }
}
