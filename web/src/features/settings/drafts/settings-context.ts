import { createContext, useContext, useSyncExternalStore } from 'react'
import type { OptionKey } from '#contract/options.ts'
import type { DraftStore } from './draft-store.ts'
import { type Draft, type Drafts, type Texts, wantedText } from './drafts.ts'

/** The state shared by the fields of the root tabs: the server's texts and the drafts. */
export interface Settings {
  texts: Texts
  store: DraftStore
}

export const SettingsContext = createContext<Settings | null>(null)

/** Returns the settings context. Throws outside of the root tabs. */
export function useSettings(): Settings {
  const settings = useContext(SettingsContext)
  if (!settings) throw new Error('An option is shown outside of its page')
  return settings
}

/** Returns all drafts; re-renders with each change. */
export function useDrafts(): Drafts {
  const { store } = useSettings()
  return useSyncExternalStore(store.subscribe, store.all)
}

/** Returns the draft of one option, if any. */
export function useDraft(key: OptionKey): Draft | undefined {
  const { store } = useSettings()
  return useSyncExternalStore(store.subscribe, () => store.all().get(key))
}

/** The value of an option once all drafts are saved. */
export function useWanted(key: OptionKey): string {
  const { store, texts } = useSettings()
  return useSyncExternalStore(store.subscribe, () => wantedText(key, texts, store.all()))
}

/** Returns the text of an option and its setter. */
export function useOption(key: OptionKey) {
  const { store, texts } = useSettings()
  const draft = useDraft(key)
  const text = useWanted(key)
  const base = draft?.base ?? texts.get(key) ?? ''
  return {
    text,
    draft,
    change: (next: string, lines?: Draft['lines']) =>
      store.set(key, lines ? { text: next, base, lines } : { text: next, base }),
    revert: () => store.set(key, null),
  }
}
