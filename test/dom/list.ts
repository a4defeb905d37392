import type { Endpoint, Reply } from '#contract/api/endpoint.ts'
import { type Answer, answer } from './api.ts'

interface PageQuery {
  p?: number
  page_size?: number
  size?: number
  sort?: string
  order?: 'asc' | 'desc'
}

/** Answers a list as the server does: the asked page of the rows that `matches` keeps, in the asked order. */
export function answerList<E extends Endpoint, Row extends Reply<E> extends readonly (infer R)[] ? R : never>(
  endpoint: E,
  rows: () => readonly Row[],
  matches: (row: Row, input: { query: Record<string, unknown>; body: Record<string, unknown> }) => boolean = () => true,
): void {
  answer(endpoint, (given) => {
    const input = given as unknown as { query: PageQuery & Record<string, unknown>; body: Record<string, unknown> }
    const { p = 0, page_size, size, sort, order } = input.query
    const found = rows().filter((row) => matches(row, { query: input.query, body: input.body ?? {} }))
    const sorted = sort ? found.toSorted(by(sort as keyof Row, order === 'desc' ? -1 : 1)) : found
    const length = page_size ?? size ?? 10
    const page = sorted.slice(p * length, (p + 1) * length)
    return { data: page, total: found.length } as unknown as Answer<Reply<E>>
  })
}

const by =
  <Row>(key: keyof Row, direction: number) =>
  (a: Row, b: Row) =>
    a[key] === b[key] ? 0 : a[key] < b[key] ? -direction : direction
