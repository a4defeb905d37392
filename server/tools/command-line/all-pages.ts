import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'

/** Reads pages from 0 until there are `most` rows, or no more. */
export async function allPages<Row>(
  most: number,
  read: (p: number, page_size: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  const size = Math.min(most, MAX_PAGE_SIZE)
  for (let p = 0; rows.length < most; p++) {
    const page = await read(p, size)
    rows.push(...page)
    if (page.length < size) break
  }
  return rows.slice(0, most)
}
