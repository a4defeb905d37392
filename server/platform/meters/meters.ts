import { Meter, type WindowEnd } from './meter.ts'
import type { Sharing } from './permit-source.ts'

/** The meters of this node: one for each limit in use, made when it is first needed. */
export class Meters {
  readonly #meters = new Map<string, Meter>()

  constructor(private readonly sharing: Sharing) {}

  find(key: string): Meter | undefined {
    return this.#meters.get(key)
  }

  open(key: string, windowEnd: WindowEnd): Meter {
    const meter = this.#meters.get(key) ?? new Meter(key, windowEnd, this.sharing)
    this.#meters.set(key, meter)
    return meter
  }

  get size(): number {
    return this.#meters.size
  }

  /** Forgets the meters whose windows are over. */
  sweep(now: number): void {
    for (const [key, meter] of this.#meters) if (meter.isIdle(now)) this.#meters.delete(key)
  }
}
