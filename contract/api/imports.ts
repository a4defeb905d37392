import * as z from 'zod/mini'
import { IMPORT_KINDS, type ImportNoteCode } from '../import/report.ts'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

export const IMPORT_PRICES = ['differing', 'all', 'none'] as const
/** Bytes of a part of an uploaded file. */
export const IMPORT_PART_BYTES = 3_000_000

const MAX_ADDRESS = 2000
const MAX_NAME = 200
const MAX_IGNORED = 200

const note = z.object({
  code: z.custom<ImportNoteCode>((value) => typeof value === 'string'),
  count: z.number(),
  examples: z.array(z.string()),
})

const report = z.object({
  program: z.string(),
  version: z.string(),
  engine: z.string(),
  dry_run: z.boolean(),
  repeated: z.boolean(),
  milliseconds: z.number(),
  kinds: z.array(
    z.object({
      kind: z.enum(IMPORT_KINDS),
      read: z.number(),
      taken: z.number(),
      updated: z.number(),
      same: z.number(),
      left_out: z.number(),
      notes: z.array(note),
    }),
  ),
  /** Columns and tables that hold something and are not read; absent in reports of earlier versions. */
  unread: z.optional(z.array(z.object({ name: z.string(), rows: z.number(), stops: z.boolean() }))),
})

const run = z.object({
  id: z.number(),
  /** Unix seconds; `ended_at` 0 = it runs, or its node has died. */
  started_at: z.number(),
  ended_at: z.number(),
  actor_name: z.string(),
  /** What was read, without a password. */
  address: z.string(),
  dry_run: z.boolean(),
  outcome: z.enum(['', 'done', 'failed', 'stopped']),
  error: z.string(),
  /** What it reads now, and the number of rows so far. */
  step: z.string(),
  read: z.number(),
  report: z.optional(report),
})
export type ImportRun = z.infer<typeof run>

export const importState = endpoint('GET /api/import', 'root', {
  summary: 'The last import of another program’s database, and whether one runs on some node',
  reply: z.object({ running: z.boolean(), last: z.optional(run) }),
})

export const startImport = endpoint('POST /api/import', 'root', {
  proof: true,
  summary: 'Starts an import of the database of one-api, new-api or one-hub, or a dry run; one at a time',
  body: z.object({
    /** `mysql://…`, `user:password@tcp(host:port)/name` or `postgres://…`; "" = the uploaded file. */
    address: z.string().check(z.maxLength(MAX_ADDRESS)),
    upload: z.optional(z.string().check(z.maxLength(64))),
    /** Address of the database with the log, where that is another one. */
    logs: z.optional(z.string().check(z.maxLength(MAX_ADDRESS))),
    prices: z.optional(z.enum(IMPORT_PRICES)),
    /** Names of unread columns and tables that the import goes on without, though they may be money or rights. */
    ignore: z.optional(z.array(z.string().check(z.maxLength(MAX_NAME))).check(z.maxLength(MAX_IGNORED))),
    /** Deletes here what was imported before and has been deleted there since. */
    follow_deletions: z.optional(z.boolean()),
    dry_run: z.boolean(),
  }),
  reply: nothing,
})

export const stopImport = endpoint('POST /api/import/stop', 'root', {
  summary: 'Stop the running import after its transaction; the next one resumes there',
  reply: nothing,
})

export const uploadImport = endpoint('POST /api/import/upload', 'root', {
  proof: true,
  summary: 'Takes the next part of a SQLite file as the raw body; without an id, the first part of a new one',
  query: z.object({
    id: z.optional(z.string().check(z.maxLength(64))),
    /** The size of what was sent before. */
    offset: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  }),
  reply: z.object({ id: z.string(), bytes: z.number() }),
})
