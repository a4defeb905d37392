import type { OptionKey } from '#contract/options.ts'
import type { MapKind } from '../options/map-lines.ts'

/** Headings of maps whose values mean something else than in other maps of their kind. */
const VALUE_OF_OPTION = {
  ModelFallbacks: 'fallbacks',
  ModelPrice: 'price',
  ToolPrice: 'price',
  GroupHedging: 'hedging',
  GroupWaitSeconds: 'seconds',
  GroupCallsPerMinute: 'callsPerMinute',
} as const
const VALUE_OF_KIND = { chats: 'link', 'choice-map': 'order', 'label-map': 'text', 'ratio-map': 'ratio' } as const

/** Returns the translation keys of a table's column headings. */
export function columnsOf(option: OptionKey, kind: MapKind) {
  const name =
    kind === 'chats' ? 'name' : option === 'ToolPrice' ? 'tool' : option.includes('Group') ? 'group' : 'model'
  const own: Partial<Record<OptionKey, (typeof VALUE_OF_OPTION)[keyof typeof VALUE_OF_OPTION]>> = VALUE_OF_OPTION
  return { name, value: own[option] ?? VALUE_OF_KIND[kind] } as const
}
export type MapColumns = ReturnType<typeof columnsOf>
