import { isOptionKey, type OptionKey, options } from '../options.ts'

/** The sections of a configuration file that hold options; each option is in one of them. */
export const OPTION_SECTIONS = ['prices', 'groups', 'limits', 'options'] as const
export type OptionSection = (typeof OPTION_SECTIONS)[number]

/** Groups are spread over several sections of the settings pages. */
const GROUP_OPTIONS: readonly OptionKey[] = [
  'GroupRatio',
  'UserUsableGroups',
  'TopupGroupRatio',
  'GroupRouting',
  'GroupHedging',
]
const SECTIONS: Record<string, OptionSection> = { ratio: 'prices', priceSync: 'prices', limits: 'limits' }

/** Returns the section of a configuration file that an option belongs to. */
export function sectionOf(key: OptionKey): OptionSection {
  return GROUP_OPTIONS.includes(key) ? 'groups' : (SECTIONS[options[key].section] ?? 'options')
}

/** The options of a section, in the order of the table. */
export const optionsOf = (section: OptionSection): OptionKey[] =>
  Object.keys(options)
    .filter(isOptionKey)
    .filter((key) => sectionOf(key) === section)
