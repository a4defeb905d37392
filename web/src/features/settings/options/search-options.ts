import type { OptionKey } from '#contract/options.ts'
import { OPTION_KEYS, PLACES, type Place, pageOf, placeOf } from './sections.ts'

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
  const isAbout = matcher(typed)
  const named = OPTION_KEYS.filter((key) => isAbout(namesOf(key, languages)))
  const mentioned = OPTION_KEYS.filter((key) => !named.includes(key) && isAbout(allWordsOf(key, languages)))
  return [...named, ...mentioned]
}

/** Returns the sections with a separate page whose texts, or the texts of whose options, match. */
export function searchPages(typed: string, languages: readonly OptionWords[]): Place[] {
  const isAbout = matcher(typed)
  const found = searchOptions(typed, languages).map(placeOf)
  return PLACES.filter((place) => {
    const [tab = '', id = ''] = place.split('.')
    const texts = languages.flatMap(({ section }) => [section[tab]?.[id]?.title, section[tab]?.[id]?.hint])
    return pageOf(place) && (found.includes(place) || isAbout(texts.join('\n').toLowerCase()))
  })
}

function matcher(typed: string) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return (text: string) => words.length > 0 && words.every((word) => text.includes(word))
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
