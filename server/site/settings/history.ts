import type { OptionChange, OptionRow } from '#contract/api/options.ts'
import { isOptionKey, type OptionKey, options } from '#contract/options.ts'
import { PRICE_OPTIONS } from '#contract/prices/dollar-prices.ts'
import { listAudits } from '../../platform/audits/queries.ts'
import { lacksPassword } from '../../platform/audits/without-passwords.ts'
import type { Author } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { saveOption } from './save.ts'

/** Reads a page of the changes of an option, newest first, from the audit log. Throws option_unknown. */
export async function optionHistory(
  { store }: Platform,
  key: string,
  listing: { offset: number; limit: number },
): Promise<{ rows: OptionChange[]; total: number }> {
  const target_id = entryTargets(requireKey(key))
  const { rows, total } = await listAudits(
    store.db,
    { action: 'option.update', target_kind: 'option', target_id },
    listing,
  )
  const changes = rows.map(({ id, created_at, actor_id, actor_name, before, after }) => {
    return { id, created_at, actor_id, actor_name, before: textIn(before, key), after: textIn(after, key) }
  })
  return { rows: changes, total }
}

/** The targets of audit entries that hold a change of an option: its key, and lists of prices saved together with it. */
function entryTargets(key: OptionKey): string[] {
  let lists: OptionKey[][] = [[]]
  for (const map of PRICE_OPTIONS) lists = [...lists, ...lists.map((keys) => [...keys, map])]
  return [key, ...lists.filter((keys) => keys.length > 1 && keys.includes(key)).map((keys) => keys.join(','))]
}

/** The option's text in an audit entry, which is the text itself or an object of texts by option. */
function textIn(entry: string, key: string): string {
  const value: string | Record<string, string> = JSON.parse(entry)
  return typeof value === 'string' ? value : (value[key] ?? '')
}

/**
 * Reverts the last change of an option, which is a change itself: a second undo restores it. Throws
 * option_secret_undo, option_without_history, and what saving the former value throws.
 */
export async function undoOption(services: Platform, by: Author, name: string): Promise<OptionRow> {
  const key = requireKey(name)
  if ('secret' in options[key]) throw new ApiError('option_secret_undo')
  const [last] = (await optionHistory(services, key, { offset: 0, limit: 1 })).rows
  if (!last) throw new ApiError('option_without_history')
  // What the audit log does not hold cannot come back.
  if (lacksPassword(last.before) || lacksPassword(last.after)) throw new ApiError('option_secret_undo')
  await saveOption(services, by, key, last.before, last.after)
  return { key, value: services.options.text(key) }
}

function requireKey(key: string): OptionKey {
  if (!isOptionKey(key)) throw new ApiError('option_unknown', { key })
  return key
}
