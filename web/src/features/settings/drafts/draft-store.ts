import type { OptionKey } from '#contract/options.ts'
import { type Draft, type Drafts, isChange } from './drafts.ts'

/** The unsaved changes. Each field subscribes to its own draft only, so that typing re-renders one field. */
export interface DraftStore {
  all: () => Drafts
  /** Stores a draft, or drops it when it changes nothing; null drops it. */
  set: (key: OptionKey, draft: Draft | null) => void
  clear: () => void
  subscribe: (listener: () => void) => () => void
}

export function createDraftStore(): DraftStore {
  let drafts: Drafts = new Map()
  const listeners = new Set<() => void>()
  const publish = (next: Drafts) => {
    drafts = next
    for (const listener of listeners) listener()
  }
  return {
    all: () => drafts,
    set(key, draft) {
      const next = new Map(drafts)
      if (draft && isChange(key, draft)) next.set(key, draft)
      else if (!next.delete(key)) return
      publish(next)
    },
    clear: () => publish(new Map()),
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
