import type { Transaction } from 'kysely'
import { nowInSeconds } from '#server/platform/clock.ts'
import { createBulkInserter } from '../platform/store/bulk.ts'
import type { Engine, Queryable } from '../platform/store/database.ts'
import type { ChannelRow, Tables } from '../platform/store/tables.ts'
import type { Vault } from '../platform/store/vault.ts'
import { abilitiesOf } from './abilities.ts'
import { reviseAbilities } from './revise-abilities.ts'
import type { ChannelFields } from './rules.ts'
import { columnsOf } from './write.ts'

/** Channels of one statement: both engines limit its parameters. */
const CHUNK = 200

/** What a new channel has where its fields say nothing: one statement writes all columns of many. */
const NEW = {
  type: 0,
  name: '',
  models: '',
  key: '',
  key_hash: '',
  open_ai_organization: '',
  test_model: '',
  status: 1,
  weight: 0,
  priority: 0,
  base_url: '',
  other: '',
  group: 'default',
  model_mapping: '',
  status_code_mapping: '',
  auto_ban: 1,
  other_info: '',
  settings: '',
  secrets: '',
  buy_price: '',
  limits: '',
  max_input_tokens: 0,
} satisfies Partial<ChannelRow>

const insertAbilities = createBulkInserter('abilities', [
  'group',
  'model',
  'channel_id',
  'enabled',
  'priority',
  'weight',
])

/** Inserts channels of checked fields with their routing rows, and returns their rows in the order of the fields. */
export async function insertChannels(
  trx: Transaction<Tables>,
  engine: Engine,
  vault: Vault,
  all: readonly ChannelFields[],
): Promise<ChannelRow[]> {
  const created_time = nowInSeconds()
  const rows: ChannelRow[] = []
  for (const some of chunksOf(all)) {
    const values = some.map((fields) => ({ ...NEW, created_time, ...columnsOf(fields, vault) }))
    const inserted = await trx.insertInto('channels').values(values).returningAll().execute()
    // Ids are given in the order of the values; the rows may come back in another.
    rows.push(...inserted.toSorted((one, other) => one.id - other.id))
  }
  await insertAbilities(trx, engine, rows.flatMap(abilitiesOf).map(valuesOf))
  return rows
}

const valuesOf = (row: ReturnType<typeof abilitiesOf>[number]) => [
  row.group,
  row.model,
  row.channel_id,
  row.enabled,
  row.priority,
  row.weight,
]

/** Writes checked fields of locked channels with their routing rows. `before`: the whole rows. */
export async function writeChannels(
  trx: Transaction<Tables>,
  engine: Engine,
  vault: Vault,
  changes: readonly { before: ChannelRow; fields: ChannelFields }[],
): Promise<void> {
  const written = changes.map(({ before, fields }) => ({ before, columns: columnsOf(fields, vault) }))
  const all = written.filter(({ columns }) => Object.keys(columns).length > 0)
  const alike = Map.groupBy(all, ({ columns }) => Object.keys(columns).toSorted().join())
  for (const those of alike.values()) {
    const names = Object.keys(those[0]?.columns ?? {}) as (keyof ChannelRow)[]
    for (const some of chunksOf(those)) {
      await trx
        .insertInto('channels')
        .values(some.map(({ before, columns }) => ({ ...before, ...columns })))
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet(({ ref }) => Object.fromEntries(names.map((name) => [name, ref(`excluded.${name}`)]))),
        )
        .execute()
    }
  }
  const revisions = all.map(({ before, columns }) => ({ before, after: { ...before, ...columns } }))
  const switched = revisions.filter(({ before, after }) => before.status !== after.status).map(({ after }) => after)
  await reviseAbilities(
    trx,
    revisions.filter(({ before, after }) => before.status === after.status),
  )
  await dropRows(trx, 'abilities', switched)
  await insertAbilities(trx, engine, switched.flatMap(abilitiesOf).map(valuesOf))
}

/** Deletes channels with their routing rows and keys. */
export async function dropChannels(trx: Queryable, rows: readonly Pick<ChannelRow, 'id'>[]): Promise<void> {
  await dropRows(trx, 'abilities', rows)
  await dropRows(trx, 'channel_keys', rows)
  for (const some of chunksOf(rows)) {
    const ids = some.map(({ id }) => id)
    await trx.deleteFrom('channels').where('id', 'in', ids).execute()
  }
}

async function dropRows(trx: Queryable, table: 'abilities' | 'channel_keys', rows: readonly Pick<ChannelRow, 'id'>[]) {
  for (const some of chunksOf(rows)) {
    const ids = some.map(({ id }) => id)
    await trx.deleteFrom(table).where('channel_id', 'in', ids).execute()
  }
}

function* chunksOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += CHUNK) yield all.slice(start, start + CHUNK)
}
