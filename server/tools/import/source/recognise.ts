import { hasForeignColumns } from '../mapping/columns.ts'
import type { Schema } from './reader.ts'

export type Kind = 'one-api' | 'new-api' | 'one-hub'

/** The program that a database belongs to. */
export interface Recognised {
  kind: Kind
  /** Its name, for reports: a fork of one of the three has its own. */
  program: string
  /** What its columns say of its version, for reports. */
  version: string
  /** new-api of 2025 and later: its columns differ in meaning where GitHub's ids are concerned. */
  modern: boolean
}

const KINDS: readonly Kind[] = ['one-api', 'new-api', 'one-hub']
/** Forks that are known, by a column that they alone have: https://github.com/Veloera/Veloera, https://github.com/deanxv/done-hub. */
const FORKS: readonly { program: string; kind: Kind; table: string; column: string }[] = [
  { program: 'Veloera', kind: 'new-api', table: 'redemptions', column: 'is_gift' },
  { program: 'Veloera', kind: 'new-api', table: 'users', column: 'last_check_in_time' },
  { program: 'done-hub', kind: 'one-hub', table: 'users', column: 'linuxdo_id' },
]
const NEEDED = ['users', 'tokens', 'channels', 'options', 'redemptions'] as const
const MAX_SHOWN = 40

/**
 * Recognises the program, and roughly its version, by tables and columns; a fork is read as what it was made from. Throws an error
 * that says what was found where it is none of the three and no relative.
 */
export function recognise(schema: Schema): Recognised {
  const has = (table: string, column: string) => schema.get(table)?.has(column) === true
  if (schema.has('ledger_openings')) {
    throw new Error('this is a database of Switchyard itself: start the server with it, or restore it as a backup')
  }
  const missing = NEEDED.filter((table) => !schema.has(table))
  if (missing.length > 0 || !has('users', 'aff_code') || !has('tokens', 'unlimited_quota')) {
    throw new Error(
      `this is no database of ${KINDS.join(', ')}. ${describe(schema, missing)}. ` +
        'Give the database of the program itself, not of its logs',
    )
  }
  const kind = kindOf(schema, has)
  if (kind) {
    const known = FORKS.find((fork) => fork.kind === kind.kind && has(fork.table, fork.column))?.program
    const program = known ?? (hasForeignColumns(schema) ? `a relative of ${kind.kind}` : kind.kind)
    return { ...kind, program }
  }
  throw new Error(`this program is not known: ${describe(schema, [])}. Tell us which program it is`)
}

function kindOf(
  schema: Schema,
  has: (table: string, column: string) => boolean,
): Omit<Recognised, 'program'> | undefined {
  if (has('tokens', 'setting') && (schema.has('user_groups') || schema.has('prices'))) {
    const version = has('users', 'github_id_new') ? '0.14' : 'before 0.14'
    return { kind: 'one-hub', version, modern: false }
  }
  if (has('tokens', 'model_limits_enabled')) {
    const modern = has('channels', 'channel_info')
    const version = schema.has('custom_oauth_providers') ? '1.x (2026)' : modern ? '0.8 to 0.9 (2025)' : '0.3 to 0.7'
    return { kind: 'new-api', version, modern }
  }
  if (!has('tokens', 'allow_ips') && has('channels', 'used_quota')) {
    const version = has('logs', 'elapsed_time') ? '0.6.10 or later' : '0.6.9 or earlier'
    return { kind: 'one-api', version, modern: false }
  }
  return undefined
}

function describe(schema: Schema, missing: readonly string[]): string {
  const names = [...schema.keys()].sort()
  const shown = names.slice(0, MAX_SHOWN).join(', ') || 'none'
  const more = names.length > MAX_SHOWN ? ` and ${names.length - MAX_SHOWN} more` : ''
  return `Tables found: ${shown}${more}${missing.length > 0 ? `; missing: ${missing.join(', ')}` : ''}`
}
