import type { KeyUse } from './queries.ts'

/** Sums of what keys were used for, until they are written. */
export interface KeyUses {
  readonly size: number
  /** Changes the sum of a key. */
  note(id: number, change: Partial<Omit<KeyUse, 'id'>>): void
  /** Returns all sums and begins anew. */
  take(): KeyUse[]
  /** Adds sums back that could not be written. */
  restore(uses: readonly KeyUse[]): void
}

/** Creates sums that are empty. */
export function createKeyUses(): KeyUses {
  let uses = new Map<number, KeyUse>()
  function note(id: number, change: Partial<Omit<KeyUse, 'id'>>): void {
    const use = uses.get(id) ?? { id, calls: 0, failures: 0, lastUsedAt: 0, lastError: '', coolingUntil: 0 }
    use.calls += change.calls ?? 0
    use.failures += change.failures ?? 0
    use.lastUsedAt = Math.max(use.lastUsedAt, change.lastUsedAt ?? 0)
    use.lastError = change.lastError || use.lastError
    use.coolingUntil = Math.max(use.coolingUntil, change.coolingUntil ?? 0)
    uses.set(id, use)
  }
  return {
    get size() {
      return uses.size
    },
    note,
    take() {
      const taken = [...uses.values()]
      uses = new Map()
      return taken
    },
    restore(taken) {
      for (const { id, ...use } of taken) note(id, { ...use, lastError: uses.get(id)?.lastError || use.lastError })
    },
  }
}
