import { integer } from '#web/ui/table/search/filters.ts'

/** Parses the open row from a raw URL search object. */
export function parseRow(raw: Record<string, unknown>): { row?: number } {
  return { row: integer({ min: 1 }).parse(raw.row) }
}
