import { openWriteBehind } from '../../platform/async/write-behind.ts'
import type { Bus } from '../../platform/store/bus.ts'
import type { Store } from '../../platform/store/database.ts'
import { type Family, familyOf, type TokenRatios } from './families.ts'
import { type LearnedSums, learnFrom, ratiosOf } from './learned-ratios.ts'
import { NodeSums } from './node-sums.ts'
import { addToSums, readSums } from './queries.ts'
import type { Pieces } from './text-counter.ts'

/** Estimates tokens by ratios that are learned from calls whose upstream reported its usage. */
export interface Estimates {
  /** Returns the present ratios of a model's family. */
  ratios(model: string): TokenRatios
  ratiosOf(family: Family): TokenRatios
  /** Returns the family of a model, and how many calls its ratios were learned from. */
  basisOf(model: string): { family: string; calls: number }
  /** Whether the next call of a model is one of those that are learned from: of a known family, one in SAMPLED_CALLS. */
  isSample(model: string): boolean
  /** Learns from the tokens that an upstream has reported for exactly this text. */
  learn(model: string, pieces: Pieces, reported: number): void
  /** What all nodes have learned as of the last minute, and this one until now. */
  learned(): LearnedSums
  /** Resolves when everything learned so far is in the database, if the database accepts it, and read again. */
  flush(): Promise<void>
  close(): Promise<void>
}

const FLUSH_MS = 60_000
/** The ratios of a family are learned from this number of calls, and then from one in as many. */
const SAMPLED_CALLS = 16

interface Parts {
  store: Store
  bus: Bus
  warn(message: string): void
}

/**
 * Opens the estimates with what was learned before. Each node adds its own sums to those in the database once a
 * minute, and reads what the others have added; a crash loses that minute, which affects no reported usage.
 */
export async function openEstimates({ store, bus, warn }: Parts): Promise<Estimates> {
  const sums = new NodeSums(await readSums(store.db))
  let ratios = new Map<string, TokenRatios>()
  /** The calls of each family since the start. */
  const seen = new Map<string, number>()

  async function write(): Promise<void> {
    try {
      store.noteWrites(await addToSums(store, sums.take()))
    } catch (error) {
      sums.restore()
      throw error
    }
    sums.replace(await readSums(store.db))
    ratios = new Map()
  }

  const behind = openWriteBehind({
    everyMs: FLUSH_MS,
    write,
    // What other nodes have learned is read even if this one has learned nothing.
    isEmpty: () => false,
    failure: 'the ratios of estimates were not written',
    warn,
  })
  behind.wake()

  function presentRatios(family: Family): TokenRatios {
    const known = ratios.get(family.name) ?? ratiosOf(family, sums.of(family.name))
    ratios.set(family.name, known)
    return known
  }

  const unsubscribe = bus.subscribe(['estimates'], () => {
    sums.forget()
    ratios = new Map()
  })

  return {
    ratios: (model) => presentRatios(familyOf(model)),
    ratiosOf: presentRatios,
    basisOf(model) {
      const family = familyOf(model).name
      return { family, calls: Math.round(Math.max(0, ...(sums.of(family) ?? []).map(({ calls }) => calls))) }
    },
    isSample(model) {
      const { name } = familyOf(model)
      const calls = (seen.get(name) ?? 0) + 1
      seen.set(name, calls)
      return calls <= SAMPLED_CALLS || calls % SAMPLED_CALLS === 0
    },
    learn(model, pieces, reported) {
      const family = familyOf(model)
      const learned = learnFrom(pieces, reported, presentRatios(family))
      if (!learned) return
      sums.add(family.name, learned)
      ratios.delete(family.name)
    },
    learned: () => sums.all(),
    flush: behind.flush,
    close() {
      unsubscribe()
      return behind.close()
    },
  }
}
