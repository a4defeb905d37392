import { setOption } from '#contract/api/options.ts'
import type { OptionKey } from '#contract/options.ts'
import { ApiError, call } from '#web/lib/api.ts'
import type { DraftStore } from './draft-store.ts'
import { type Drafts, savingOrder } from './drafts.ts'

export interface Saved {
  saved: OptionKey[]
  refused: OptionKey[]
}

/**
 * Saves the changes one call at a time; a rejected change keeps its draft with the reason. Throws when the
 * session has ended.
 */
export async function saveOptions(
  drafts: Drafts,
  store: DraftStore,
  on: {
    progress: (done: number, total: number) => void
    /** Called before the draft is dropped, so that the field shows the saved value. */
    saved: (key: OptionKey, text: string) => void
  },
): Promise<Saved> {
  const keys = savingOrder(drafts)
  const outcome: Saved = { saved: [], refused: [] }
  for (const [index, key] of keys.entries()) {
    on.progress(index, keys.length)
    const draft = drafts.get(key)
    if (!draft) continue
    try {
      await call(setOption, { body: { key, value: draft.text } })
      outcome.saved.push(key)
      on.saved(key, draft.text)
      // Text typed during the call remains a draft.
      const now = store.all().get(key)
      if (now) store.set(key, now.text === draft.text ? null : { ...now, base: draft.text })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw error
      const refused = error instanceof Error ? error.message : String(error)
      store.set(key, { ...(store.all().get(key) ?? draft), refused })
      outcome.refused.push(key)
    }
  }
  return outcome
}
