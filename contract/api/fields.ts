import * as z from 'zod/mini'
import { isTimeZone } from '../time-zone.ts'

/** A path or query integer ("12" → 12). */
export const integer = z.coerce.number().check(z.int(), z.gte(-9007199254740991), z.lte(9007199254740991))

/** The `/:id` parameter of a stored row. */
export const idParams = z.object({ id: z.coerce.number().check(z.int(), z.positive()) })

/** An optional query integer; empty and invalid values count as absent. */
export const looseInteger = z.pipe(
  z.optional(z.union([z.string(), z.number()])),
  z.transform((value) => {
    const number = value === undefined || value === '' ? Number.NaN : Number(value)
    return Number.isSafeInteger(number) ? number : undefined
  }),
)

/** Type and status columns have 32 bits; larger numbers are invalid. */
const MAX_CODE = 2_147_483_647

/** An optional type or status number. */
export const looseCode = z.pipe(
  looseInteger,
  z.transform((value) => (value === undefined || Math.abs(value) > MAX_CODE ? undefined : value)),
)

/** An optional query text; absent becomes "". `null` stays a text, since it can be a name. */
export const looseText = z.pipe(
  z.optional(z.string().check(z.maxLength(200))),
  z.transform((value) => value?.trim() ?? ''),
)

/** An optional query text that may be a key: some tokens have more than 1,000 characters. */
export const longText = z.pipe(
  z.optional(z.string().check(z.maxLength(4000))),
  z.transform((value) => value?.trim() ?? ''),
)

const MAX_LINES = 50

/** Several texts in one query parameter, one per line: names may contain any other separator. */
export const looseLines = z.pipe(
  z.optional(z.string().check(z.maxLength(4000))),
  z.transform((value) =>
    [...new Set(value?.split('\n').map((line) => line.trim()))].filter(Boolean).slice(0, MAX_LINES),
  ),
)

/** Several ids in one query parameter, one per line; invalid ids count as absent. */
export const looseNumbers = numbersUpTo(Number.MAX_SAFE_INTEGER)
/** Several type or status numbers in one query parameter, one per line. */
export const looseCodes = numbersUpTo(MAX_CODE)

function numbersUpTo(max: number) {
  return z.pipe(
    looseLines,
    z.transform((lines) =>
      lines.map(Number).filter((number) => Number.isSafeInteger(number) && number >= 0 && number <= max),
    ),
  )
}

/** The group filter of a channel search; consoles of this family send the text `null` for any group. */
export const looseGroup = z.pipe(
  looseText,
  z.transform((value) => (value === 'null' ? '' : value)),
)

/** A number; null = 0, as clients of this family send it. */
export const numberOrNull = z.pipe(
  z.nullable(z.number()),
  z.transform((value) => value ?? 0),
)

/** A field for which clients send null instead of `empty`. */
export const orNull = <T extends z.ZodMiniType, E>(schema: T, empty: E) =>
  z.pipe(
    z.nullable(schema),
    z.transform((value) => value ?? empty),
  )

/** A text; null = "". */
export const textOrNull = (max: number) =>
  z.pipe(
    z.nullable(z.string().check(z.maxLength(max))),
    z.transform((value) => value ?? ''),
  )

export const PAGE_SIZES = [10, 20, 50, 100] as const
export const MAX_PAGE_SIZE = 100
export const DEFAULT_PAGE_SIZE = 10

const rowsOnPage = (value: number | undefined) =>
  !value || value < 1 ? DEFAULT_PAGE_SIZE : Math.min(value, MAX_PAGE_SIZE)

/** A page size: missing, zero and invalid values mean the default; larger values are cut to the maximum. */
export const pageSize = z.pipe(looseInteger, z.transform(rowsOnPage))

/** What a search returns at most to a client that does not page. */
export const MAX_SEARCH_ROWS = 1000

/** The page size of a search: absent means all that is found, as in this API family. */
export const searchSize = z.pipe(
  looseInteger,
  z.transform((value) => (value === undefined ? MAX_SEARCH_ROWS : rowsOnPage(value))),
)

/** A zero-based page number. */
export const pageIndex = z.pipe(
  looseInteger,
  z.transform((value) => (!value || value < 0 ? 0 : Math.min(value, 10_000_000))),
)

/** The header by which a caller says how lists are told to it: `rows`, from page 0, or `items`, from page 1. */
export const LIST_STYLE_HEADER = 'X-List-Style'

/** Optional sort order of a list. */
export const sortOrder = z.optional(z.enum(['asc', 'desc']))

/** No `data` in the envelope. */
export const nothing = z.optional(z.undefined())

/** Format of an exported file, and the time zone (IANA name) of its times. */
export const exportFormat = {
  format: z._default(z.enum(['csv', 'jsonl']), 'csv'),
  time_zone: z._default(z.string().check(z.maxLength(100), z.refine(isTimeZone)), 'UTC'),
}
