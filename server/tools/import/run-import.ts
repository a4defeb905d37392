import { createHash } from 'node:crypto'
import type { ImportReport } from '#contract/import/report.ts'
import { options } from '#contract/options.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Store } from '../../platform/store/database.ts'
import type { Vault } from '../../platform/store/vault.ts'
import { createTargetIds, type ImportContext } from './context.ts'
import { GROUP_COLUMNS, PRICE_COLUMNS } from './mapping/columns.ts'
import { wellKnownOf } from './mapping/options.ts'
import type { PriceChoice } from './mapping/prices.ts'
import { flag, integer, number, text } from './mapping/row.ts'
import { issuerOf } from './mapping/users.ts'
import { createTally, remark } from './report.ts'
import { pagesOf, type Row, type Schema, type SourceReader } from './source/reader.ts'
import { type Recognised, recognise } from './source/recognise.ts'
import { findUnread, requireRead } from './unread.ts'
import { importBooks } from './write/books.ts'
import { importChannels } from './write/channels.ts'
import { importDeletions } from './write/deletions.ts'
import { importLogs } from './write/logs.ts'
import { importOptions } from './write/options.ts'
import { importOrders } from './write/orders.ts'
import { importRedemptions } from './write/redemptions.ts'
import { importTasks } from './write/tasks.ts'
import { importTokens } from './write/tokens.ts'
import { importUsers } from './write/users.ts'

export interface ImportParts {
  store: Store
  vault: Vault
  reader: SourceReader
  /** The database with the log, where it is another one. */
  logs: SourceReader | undefined
  dry: boolean
  prices: PriceChoice
  /** Unread columns and tables that the import goes on without, though they may be money or rights. */
  ignore?: readonly string[]
  /** Deletes here what was imported before and has been deleted there since. */
  followDeletions?: boolean
  /** Rows of the log in a transaction. */
  logPage?: number
  /** Whether a server serves calls meanwhile, which needs the indexes of the log. */
  isServing?: boolean
  /** Told between two transactions how many rows were read; throws to end the import. */
  progress?(kind: string, read: number): void | Promise<void>
}

/**
 * Imports the database of another program, or in a dry run only reads it and says what would happen. Every transaction
 * leaves consistent books, and remembers what it took: a run that dies is continued by the next, and a later run brings
 * what is new. Throws an error with instructions.
 */
export async function runImport(parts: ImportParts): Promise<ImportReport> {
  const began = performance.now()
  const { reader, dry } = parts
  const schema = await reader.schema()
  const recognised = recognise(schema)
  const logs = parts.logs ? { reader: parts.logs, schema: await parts.logs.schema() } : { reader, schema }
  if (!logs.schema.get('logs')?.has('quota')) {
    throw new Error('there is no table of log rows: name the database with the log by --logs (LOG_SQL_DSN there)')
  }
  const unread = await findUnread({ reader, schema }, logs)
  if (!dry) requireRead(unread, parts.ignore ?? [])
  const saved = await readOptions(reader, schema)
  const tally = createTally()
  const ctx: ImportContext = {
    ...recognised,
    ...parts,
    engine: parts.store.engine,
    schema,
    logs,
    source: await identify(recognised, reader, schema),
    tally,
    ids: createTargetIds(),
    units: unitsOf(saved),
    now: nowInSeconds(),
    async checkpoint() {
      await parts.progress?.(step, tally.read)
    },
  }
  const repeated = await isRepeated(ctx)
  if (!repeated) await refuseForeignCopy(ctx)
  let step = ''
  const issuer = issuerOf(wellKnownOf(saved)) ?? (saved.get('OIDCIssuer') || undefined)
  const steps: [string, () => Promise<void>][] = [
    ['options', async () => importOptions(ctx, await readSourceOptions(ctx, saved), issuer)],
    ['users', () => importUsers(ctx, { ...recognised, oidcIssuer: issuer })],
    ['tokens', () => importTokens(ctx)],
    ['channels', () => importChannels(ctx)],
    ['redemptions', () => importRedemptions(ctx)],
    ['deleted', () => importDeletions(ctx)],
    ['orders', () => importOrders(ctx)],
    ['tasks', () => importTasks(ctx)],
    ['logs', () => importLogs(ctx)],
    ['books', () => importBooks(ctx)],
  ]
  for (const [name, work] of steps) {
    step = name
    await work()
  }
  await noteLosses(ctx)
  const { program, version } = recognised
  const milliseconds = Math.round(performance.now() - began)
  const kinds = tally.report()
  return { program, version, engine: reader.engine, dry_run: dry, repeated, milliseconds, kinds, unread }
}

/** A database is known again by its oldest user, whose name and invite code stay. */
async function identify({ kind }: Recognised, reader: SourceReader, schema: Schema): Promise<string> {
  const first = pagesOf(reader, schema, { table: 'users', columns: ['username', 'aff_code'], limit: 1 })
  const row = (await first.next()).value?.[0]
  if (!row) throw new Error('there are no users in this database: nothing can be imported')
  const parts = [kind, integer(row, 'id'), text(row, 'username'), text(row, 'aff_code').trim()]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)
}

async function isRepeated({ store, source }: ImportContext): Promise<boolean> {
  const known = store.db.selectFrom('import_origins').select('source_id').where('source', '=', source).limit(1)
  return (await known.executeTakeFirst()) !== undefined
}

const KEYS_COMPARED = 100

/** Without its origins, a copy of what is here already would credit every balance again. */
async function refuseForeignCopy({ store, reader, schema, vault }: ImportContext): Promise<void> {
  const tokens = pagesOf(reader, schema, { table: 'tokens', columns: ['key'], limit: KEYS_COMPARED })
  const rows = ((await tokens.next()).value ?? []) as Row[]
  const hashes = rows.map((row) => vault.hash(text(row, 'key').trim()))
  if (hashes.length === 0) return
  const here = store.db.selectFrom('tokens').select('id').where('key_hash', 'in', hashes).limit(1)
  if (await here.executeTakeFirst()) {
    throw new Error(
      'tokens of this database are here already, but not by an import that is remembered (its first user may have been ' +
        'renamed): importing it again would count every balance twice. Import into an empty server instead',
    )
  }
}

async function readOptions(reader: SourceReader, schema: Schema): Promise<Map<string, string>> {
  const values = new Map<string, string>()
  for await (const rows of pagesOf(reader, schema, { table: 'options', columns: ['value'], key: 'key' })) {
    for (const row of rows) values.set(text(row, 'key'), text(row, 'value'))
  }
  return values
}

function unitsOf(saved: ReadonlyMap<string, string>): ImportContext['units'] {
  const perUnit = number({ value: saved.get('QuotaPerUnit') ?? null }, 'value')
  return {
    QuotaPerUnit: perUnit > 0 ? perUnit : Number(options.QuotaPerUnit.default),
    DisplayInCurrencyEnabled: saved.get('DisplayInCurrencyEnabled') !== 'false',
  }
}

async function readSourceOptions(ctx: ImportContext, values: ReadonlyMap<string, string>) {
  const { reader, schema, kind, modern } = ctx
  const all = async (table: string, columns: readonly string[], key?: string) => {
    const rows: Row[] = []
    for await (const page of pagesOf(reader, schema, { table, columns, ...(key && { key }) })) rows.push(...page)
    return rows
  }
  const groups = await all('user_groups', GROUP_COLUMNS)
  // A model has one row; the key of its table is its name.
  const prices = await all('prices', PRICE_COLUMNS, 'model')
  return { values, groups, prices, kind, modern, usedGroups: await readGroups(ctx) }
}

const GROUP_PAGE = 5000

async function readGroups({ reader, schema }: ImportContext): Promise<Set<string>> {
  const groups = new Set<string>()
  for (const table of ['users', 'tokens', 'channels']) {
    for await (const rows of pagesOf(reader, schema, { table, columns: ['group'], limit: GROUP_PAGE })) {
      for (const row of rows) for (const name of text(row, 'group').split(',')) groups.add(name.trim())
    }
  }
  groups.delete('')
  groups.delete('auto')
  return groups
}

/** Says what has no place here: second factors, and plans. */
async function noteLosses(ctx: ImportContext): Promise<void> {
  const { reader, schema, tally } = ctx
  for (const table of ['two_fas', 'passkey_credentials', 'webauthn_credentials']) {
    const names = new Set<string>()
    const wanted = { table, columns: ['user_id', 'is_enabled', 'deleted_at'] }
    for await (const rows of pagesOf(reader, schema, wanted)) {
      for (const row of rows) {
        if (text(row, 'deleted_at') || (table === 'two_fas' && !flag(row, 'is_enabled'))) continue
        names.add(ctx.ids.names.get(integer(row, 'user_id')) ?? `#${integer(row, 'user_id')}`)
      }
    }
    for (const name of names) tally.note('users', [remark('factor_lost', name)])
  }
  for (const [table, code] of [
    ['user_subscriptions', 'plans_lost'],
    ['user_oauth_bindings', 'custom_provider'],
  ] as const) {
    const rows = schema.has(table) ? await reader.count(table) : 0
    if (rows > 0) tally.note(code === 'plans_lost' ? 'users' : 'identities', [remark(code, '')], rows)
  }
}
