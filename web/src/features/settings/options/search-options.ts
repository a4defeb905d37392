import type { OptionKey } from '#contract/options.ts'
import { OPTION_KEYS, placeOf } from './sections.ts'

/** The option texts of one language: locales/<language>/options.json. */
export interface OptionWords {
  section: Record<string, Record<string, { title: string; hint: string }>>
  option: Record<string, { label: string; hint: string }>
}

/**
 * Returns the options that match all typed words in any language. Matches in key, label or section come before
 * matches in other texts.
 */
export function searchOptions(typed: string, languages: readonly OptionWords[]): OptionKey[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const isAbout = (text: string) => words.every((word) => text.includes(word))
  const named = OPTION_KEYS.filter((key) => isAbout(namesOf(key, languages)))
  const mentioned = OPTION_KEYS.filter((key) => !named.includes(key) && isAbout(allWordsOf(key, languages)))
  return [...named, ...mentioned]
}

function namesOf(key: OptionKey, languages: readonly OptionWords[]): string {
  const [tab = '', id = ''] = placeOf(key)?.split('.') ?? []
  const names = languages.flatMap(({ section, option }) => [option[key]?.label, section[tab]?.[id]?.title])
  return [key, ...names].join('\n').toLowerCase()
}

function allWordsOf(key: OptionKey, languages: readonly OptionWords[]): string {
  const hints = languages.map(({ option }) => option[key]?.hint)
  return [namesOf(key, languages), ...hints].join('\n').toLowerCase()
}
