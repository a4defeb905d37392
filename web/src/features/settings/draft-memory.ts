import type { OptionKey } from '#contract/options.ts'
import { changedEntries } from '#web/lib/changes.ts'
import { dropDraft, loadDraft, saveDraft } from '#web/ui/form/draft.ts'
import type { Draft, Drafts, Texts } from './drafts.ts'
import { isSecret, OPTION_KEYS } from './sections.ts'

const PLACE = { key: 'settings', secrets: OPTION_KEYS.filter(isSecret) }

/** Keeps unsaved changes until the tab closes, so that a reload or a login loses none. Secrets stay in memory. */
export function rememberDrafts(drafts: Drafts): void {
  const texts = Object.fromEntries([...drafts].map(([key, { text }]) => [key, text]))
  if (Object.keys(texts).some((key) => !PLACE.secrets.some((secret) => secret === key))) saveDraft(PLACE, texts)
  else dropDraft(PLACE)
}

/** What was kept and still differs from the server's texts. */
export function rememberedDrafts(texts: Texts): [OptionKey, Draft][] {
  const stored = Object.fromEntries(texts)
  const kept = changedEntries(stored, loadDraft(PLACE, stored) ?? stored)
  return [...texts].flatMap(([key, base]): [OptionKey, Draft][] => {
    const text = kept[key]
    return text === undefined ? [] : [[key, { text, base }]]
  })
}
