import type { OptionKey } from '#contract/options.ts'
import { dropDraft, loadDraft, saveDraft } from '#web/ui/form/draft.ts'
import { isSecret, OPTION_KEYS } from '../options/sections.ts'
import type { Draft, Drafts, Texts } from './drafts.ts'

const PLACE = { key: 'settings', secrets: OPTION_KEYS.filter(isSecret) }

/**
 * Stores unsaved changes until the tab closes, so that they survive a reload or a login. Secrets stay in
 * memory.
 */
export function rememberDrafts(drafts: Drafts, store = sessionStorage): void {
  const all = (part: 'base' | 'text') => Object.fromEntries([...drafts].map(([key, draft]) => [key, draft[part]]))
  if ([...drafts.keys()].some((key) => !isSecret(key))) saveDraft(PLACE, all('base'), all('text'), store)
  else dropDraft(PLACE, store)
}

/** Returns the stored drafts that still differ from the server's texts, with their base values. */
export function rememberedDrafts(texts: Texts, store = sessionStorage): [OptionKey, Draft][] {
  const stored = Object.fromEntries(texts)
  const kept = loadDraft(PLACE, stored, store)
  return [...texts].flatMap(([key, now]): [OptionKey, Draft][] => {
    const text = kept?.values[key]
    return text === undefined || text === now ? [] : [[key, { text, base: kept?.base[key] ?? now }]]
  })
}
