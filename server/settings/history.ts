import type { OptionChange, OptionRow } from '#contract/api/options.ts'
import { isOptionKey, type OptionKey, options } from '#contract/options.ts'
import { listAudits } from '../audits/queries.ts'
import type { Author } from '../audits/write.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Services } from '../services.ts'
import { saveOption } from './save.ts'

/** Reads a page of the changes of an option, newest first, from the audit log. Throws option_unknown. */
export async function optionHistory(
  { store }: Services,
  key: string,
  listing: { offset: number; limit: number },
): Promise<{ rows: OptionChange[]; total: number }> {
  const filter = { action: 'option.update', target_kind: 'option', target_id: requireKey(key) }
  const { rows, total } = await listAudits(store.db, filter, listing)
  const changes = rows.map(({ id, created_at, actor_id, actor_name, before, after }) => {
    return { id, created_at, actor_id, actor_name, before: JSON.parse(before), after: JSON.parse(after) }
  })
  return { rows: changes, total }
}

/**
 * Reverts the last change of an option, which is a change itself: a second undo restores it. Throws
 * option_secret_undo, option_without_history, and what saving the former value throws.
 */
export async function undoOption(services: Services, by: Author, name: string): Promise<OptionRow> {
  const key = requireKey(name)
  if ('secret' in options[key]) throw new ApiError('option_secret_undo')
  const [last] = (await optionHistory(services, key, { offset: 0, limit: 1 })).rows
  if (!last) throw new ApiError('option_without_history')
  await saveOption(services, by, key, last.before, last.after)
  return { key, value: services.options.text(key) }
}

function requireKey(key: string): OptionKey {
  if (!isOptionKey(key)) throw new ApiError('option_unknown', { key })
  return key
}
