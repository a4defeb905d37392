import type { Endpoint } from '#contract/api/endpoint.ts'
import { DEFAULT_PAGE_SIZE, LIST_STYLE_HEADER, pageIndex } from '#contract/api/fields.ts'
import type { Context } from './context.ts'
import { Beside, Page } from './reply.ts'

type Query = Record<string, string>

/**
 * Whether the caller of a list counts its pages from 1 and reads `{items, total, page, page_size}`, as newer consoles
 * of this family do. They do not tell so themselves: an operator who has one sets it for all that send no header.
 */
export function wantsItems({ query }: Endpoint, c: Context, byDefault: boolean): boolean {
  const { p } = (query as { def?: { shape?: Record<string, unknown> } } | undefined)?.def?.shape ?? {}
  if (p !== pageIndex) return false
  const asked = c.req.header(LIST_STYLE_HEADER)
  return asked ? asked === 'items' : byDefault
}

/** The query of such a caller in the words of the contract: pages from 0, and the number of rows under both its names. */
export function fromPageOne({ ps, ...query }: Query): Query {
  const rows = query.page_size ?? ps ?? query.size ?? String(DEFAULT_PAGE_SIZE)
  const page = Number(query.p)
  return { ...query, p: String(page > 1 ? page - 1 : 0), page_size: rows, size: rows }
}

/** The reply to such a caller. `query`: as it was parsed. */
export function asItems(result: unknown, query: unknown): unknown {
  if (result instanceof Beside) return new Beside(asItems(result.data, query), result.fields)
  if (!(result instanceof Page)) return result
  const { p, page_size, size } = query as { p: number; page_size?: number; size?: number }
  return { items: result.data, total: result.total, page: p + 1, page_size: page_size ?? size }
}
