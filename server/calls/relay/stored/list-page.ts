import type { JsonObject } from '../../../formats/dialects/conversation.ts'
import { textOf } from '../../../formats/dialects/json.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

/**
 * Returns a page of a list as OpenAI's interface has it, the newest first by default. Throws body_invalid for a limit or
 * order that does not exist.
 */
export function listPage(items: readonly JsonObject[], query: URLSearchParams): object {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT)
  const order = query.get('order') ?? 'desc'
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT))
    throw new ApiError('body_invalid', { detail: `limit must be an integer from 1 to ${MAX_LIMIT}` })
  if (order !== 'asc' && order !== 'desc') throw new ApiError('body_invalid', { detail: 'order must be asc or desc' })
  const ordered = order === 'asc' ? items : items.toReversed()
  const after = query.get('after')
  const start = after === null ? 0 : ordered.findIndex(({ id }) => id === after) + 1
  const data = ordered.slice(start, start + limit)
  return {
    object: 'list',
    data,
    first_id: textOf(data[0]?.id) || null,
    last_id: textOf(data.at(-1)?.id) || null,
    has_more: start + limit < ordered.length,
  }
}
