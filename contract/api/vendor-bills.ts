import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, nothing } from './fields.ts'

/** Exports that are recognised by their columns, and files whose columns are named by the administrator. */
export const BILL_FORMATS = ['openai-costs', 'openai-usage', 'anthropic-costs', 'anthropic-usage', 'other'] as const
export type BillFormat = (typeof BILL_FORMATS)[number]

/** Characters of a file. */
export const MAX_BILL_SIZE = 8_000_000
export const MAX_BILL_CHANNELS = 20

const column = z.string().check(z.maxLength(200))

/** The names of a file's columns; "" = it has none. */
export const billColumns = z.object({
  /** A day, a time in ISO 8601, or Unix seconds. */
  time: column,
  model: column,
  /** In the currency of `rate`. */
  amount: column,
  /** The vendor's id of a request; a line is one call then. */
  request_id: column,
  calls: column,
  input_tokens: column,
  output_tokens: column,
})
export type BillColumns = z.infer<typeof billColumns>

const side = {
  /** USD; null = the file has no amounts. */
  usd: z.nullable(z.number()),
  /** null = the file does not count them. */
  calls: z.nullable(z.number()),
  tokens: z.nullable(z.number()),
}

/** Calls of a kind, and what they cost by our reckoning, in USD. */
const kind = z.object({ calls: z.number(), usd: z.number() })
const kinds = {
  /** The caller disconnected, or a time limit ended the answer: a vendor may charge for the rest. */
  aborted: kind,
  /** The upstream reported no usage. */
  estimated: kind,
  /** Not charged to the caller: empty, or broken off. */
  waived: kind,
  /** At another service tier. */
  tiered: kind,
  /** Without a known cost. */
  unknown: kind,
}
export type BillKind = keyof typeof kinds

const billRow = z.object({
  /** UTC, such as 2026-11-25. */
  day: z.string(),
  /** The upstream model, as the bill or else our log writes it. */
  model: z.string(),
  bill: z.object(side),
  ours: z.object({
    usd: z.number(),
    calls: z.number(),
    tokens: z.number(),
    /** Costs without a log row, in USD: withheld answers, and rows that were deleted. */
    unlisted: z.number(),
    ...kinds,
  }),
  /** Lines of the bill whose request id no call here has, and calls here that the bill does not name; only with ids. */
  unmatched: z.optional(z.object({ bill: kind, ours: kind })),
})
export type BillRow = z.infer<typeof billRow>

const summary = {
  id: z.number(),
  /** Unix seconds. */
  created_at: z.number(),
  created_by: z.string(),
  file: z.string(),
  format: z.enum(BILL_FORMATS),
  channels: z.array(z.object({ id: z.number(), name: z.string() })),
  /** First and last day. */
  from: z.string(),
  to: z.string(),
  matched_by: z.enum(['request', 'day']),
  bill_usd: z.nullable(z.number()),
  ours_usd: z.number(),
}
const billSummary = z.object(summary)
export type BillSummary = z.infer<typeof billSummary>
const billReport = z.object({
  ...summary,
  /** Lines that were read, and those without a model or a time. */
  lines: z.number(),
  skipped: z.number(),
  rows: z.array(billRow),
})
export type BillReport = z.infer<typeof billReport>

export const importBill = endpoint('POST /api/bill', 'admin', {
  summary: 'Compare a vendor’s bill (CSV or JSON) with the costs of channels; the report is kept',
  // In UTF-8 a character takes up to three bytes, and a quotation mark in JSON two.
  maxBodyBytes: 3 * MAX_BILL_SIZE + 65_536,
  body: z.object({
    /** The name of the file, and its text. */
    name: z.string().check(z.minLength(1), z.maxLength(200)),
    file: z.string().check(z.maxLength(MAX_BILL_SIZE)),
    /** The channels that use the vendor's account. */
    channels: z.array(z.number().check(z.int(), z.positive())).check(z.minLength(1), z.maxLength(MAX_BILL_CHANNELS)),
    /** For files of another format. */
    columns: z.optional(billColumns),
    /** Units of the file's currency per USD; absent = USD. */
    rate: z.optional(z.number().check(z.gt(0), z.maximum(1_000_000))),
  }),
  reply: billReport,
})

export const listBills = endpoint('GET /api/bill', 'admin', {
  summary: 'The kept comparisons with bills, newest first',
  reply: z.array(billSummary),
})

export const getBill = endpoint('GET /api/bill/:id', 'admin', {
  summary: 'One comparison with a bill',
  params: idParams,
  reply: billReport,
})

export const deleteBill = endpoint('DELETE /api/bill/:id', 'admin', {
  summary: 'Delete a comparison with a bill',
  params: idParams,
  reply: nothing,
})
