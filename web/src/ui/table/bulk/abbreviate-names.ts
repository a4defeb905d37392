import { translateText } from '#web/lib/texts.ts'

const SHOWN = 3

/** The first of many names, and the number of the others. */
export function abbreviateNames(names: readonly string[], shown = SHOWN): string {
  const some = names.slice(0, shown).join(translateText('table:names.separator'))
  const others = names.length - shown
  return others > 0 ? translateText('table:names.others', { names: some, count: others }) : some
}

/** Joins sentences into lines of one text; false ones are skipped. */
export const sentences = (...given: readonly (string | false)[]) => given.filter(Boolean).join('\n')
