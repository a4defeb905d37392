import i18next from 'i18next'

const SHOWN = 3

/** The first of many names, and the number of the others. */
export function abbreviateNames(names: readonly string[], shown = SHOWN): string {
  const some = names.slice(0, shown).join(i18next.t('table:names.separator'))
  const others = names.length - shown
  return others > 0 ? i18next.t('table:names.others', { names: some, count: others }) : some
}
