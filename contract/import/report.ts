import type { Words } from '../words.ts'
import notes from './notes.json' with { type: 'json' }

/** What an import of another program's database found and did, as the command and the console show it. */

/** What is imported, in this order. */
export const IMPORT_KINDS = [
  'options',
  'users',
  'identities',
  'tokens',
  'channels',
  'redemptions',
  'orders',
  'tasks',
  'logs',
  'books',
] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export const IMPORT_KIND_WORDS: Readonly<Record<ImportKind, Words>> = {
  options: { zh: '设置与价格', en: 'settings and prices' },
  users: { zh: '用户', en: 'users' },
  identities: { zh: '第三方账号', en: 'linked accounts' },
  tokens: { zh: '令牌', en: 'keys' },
  channels: { zh: '渠道', en: 'channels' },
  redemptions: { zh: '兑换码', en: 'redemption codes' },
  orders: { zh: '充值订单', en: 'top-up orders' },
  tasks: { zh: '任务', en: 'tasks' },
  logs: { zh: '日志', en: 'log entries' },
  books: { zh: '无明细的用量', en: 'usage without log entries' },
}

/** `changed`: taken, but not as it was. `left_out`: not taken. `notice`: taken as it was, and users may notice. */
export type NoteEffect = 'changed' | 'left_out' | 'notice'

export interface ImportNote {
  code: ImportNoteCode
  count: number
  /** Names or ids of some that it concerns. */
  examples: string[]
}

export interface ImportKindReport {
  kind: ImportKind
  /** Rows that were read. */
  read: number
  /** Rows that are new here; in a dry run, that would be. */
  taken: number
  /** Rows of an earlier run that have changed since. */
  updated: number
  /** Rows of an earlier run as they were. */
  same: number
  left_out: number
  notes: ImportNote[]
}

/** What holds anything but its default and is not read. */
export interface ImportUnread {
  /** `table.column`, or a table. */
  name: string
  rows: number
  /** It may be money or a right: the import stops unless it is told to go on without it. */
  stops: boolean
}

export interface ImportReport {
  /** The program, such as `new-api`, and what its columns say of its version. */
  program: string
  version: string
  engine: string
  dry_run: boolean
  /** Rows of an earlier run of the same source were found. */
  repeated: boolean
  milliseconds: number
  kinds: ImportKindReport[]
  unread: ImportUnread[]
}

type Notes = typeof notes
export type ImportNoteCode = { [Effect in keyof Notes]: keyof Notes[Effect] }[keyof Notes]

/** The notes about imported rows, by code. */
export const IMPORT_NOTES = Object.fromEntries(
  Object.entries(notes).flatMap(([effect, texts]) =>
    Object.entries(texts).map(([code, words]) => [code, { effect, words }]),
  ),
) as Readonly<Record<ImportNoteCode, { effect: NoteEffect; words: Words }>>
