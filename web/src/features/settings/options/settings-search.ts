import { readSearch } from '#web/lib/url/read-search.ts'

/** The tabs of the settings, in order; all but the first are for root only. */
export const TABS = ['personal', 'operation', 'system', 'other'] as const
export type SettingsTab = (typeof TABS)[number]
export type RootTab = Exclude<SettingsTab, 'personal'>

/** The search parameters of the settings URL; the personal tab is the default. */
export interface SettingsSearch {
  tab?: RootTab
  /** The section that is open, such as `routing`, or `all`; absent = the tab's list of sections. */
  section?: string
  /** The text searched for in all options. */
  q?: string
}

/** Parses the URL search; invalid values are dropped. */
export function parseSettingsSearch({ tab, section, q }: Record<string, unknown>): SettingsSearch {
  const known = TABS.find((each) => each === tab)
  const search: SettingsSearch = {}
  if (known && known !== 'personal') search.tab = known
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 100) : ''
  if (text.trim() && search.tab) search.q = text
  if (search.tab && typeof section === 'string' && /^\w+$/.test(section)) search.section = section
  return readSearch(['tab', 'section', 'q'], search)
}
