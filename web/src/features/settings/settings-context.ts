import { createContext, useContext, useSyncExternalStore } from 'react'
import type { OptionKey } from '#contract/options.ts'
import type { DraftStore } from './draft-store.ts'
import { type Draft, type Drafts, type Texts, wantedText } from './drafts.ts'

/** What every field of the root tabs works on: the server's texts and the changes to them. */
export interface Settings {
  texts: Texts
  store: DraftStore
}

export const SettingsContext = createContext<Settings | null>(null)

/** The settings around a field. Throws outside of the root tabs. */
export function useSettings(): Settings {
  const settings = useContext(SettingsContext)
  if (!settings) throw new Error('An option is shown outside of its page')
  return settings
}

/** All changes; redraws with each of them. */
export function useDrafts(): Drafts {
  const { store } = useSettings()
  return useSyncExternalStore(store.subscribe, store.all)
}

/** The change of one option, if there is one. */
export function useDraft(key: OptionKey): Draft | undefined {
  const { store } = useSettings()
  return useSyncExternalStore(store.subscribe, () => store.all().get(key))
}

/** What an option will be once everything is saved. */
export function useWanted(key: OptionKey): string {
  const { store, texts } = useSettings()
  return useSyncExternalStore(store.subscribe, () => wantedText(key, texts, store.all()))
}

/** The text of an option and the way to change it. */
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
