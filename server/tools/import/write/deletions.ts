import { ROLE } from '#contract/roles.ts'
import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import { dropChannel } from '../../../channels/delete.ts'
import { endAccess } from '../../../people/sessions/sessions.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import type { ImportContext } from '../context.ts'
import { remark } from '../report.ts'
import { type Origin, type OriginKind, readState } from './origins.ts'
import { inTransaction } from './queries.ts'

const CHUNK = 500

/** A row that lives here, by its id. */
interface Living {
  id: number
  name: string
}

/** Rows of a kind that may be deleted in the source by themselves. */
interface DeletedKind {
  origin: OriginKind
  /** Whether this run has read the row. */
  wasRead(ctx: ImportContext, sourceId: number): boolean
  findLiving(db: Queryable, ids: readonly number[]): Promise<Living[]>
  remove(trx: Queryable, id: number): Promise<unknown>
}

const now = () => new Date().toISOString()

const KINDS: Record<'users' | 'tokens' | 'channels' | 'redemptions', DeletedKind> = {
  users: {
    origin: 'user',
    wasRead: ({ ids }, id) => ids.users.has(id),
    findLiving: (db, ids) =>
      db
        .selectFrom('users')
        .select(['id', 'username as name'])
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .where('role', '<', ROLE.root)
        .execute(),
    async remove(trx, id) {
      await trx.updateTable('users').set({ deleted_at: now() }).where('id', '=', id).execute()
      await endAccess(trx, id)
    },
  },
  tokens: {
    origin: 'token',
    wasRead: ({ ids }, id) => ids.tokens.has(id),
    findLiving: (db, ids) =>
      db.selectFrom('tokens').select(['id', 'name']).where('id', 'in', ids).where('deleted_at', 'is', null).execute(),
    remove: (trx, id) => trx.updateTable('tokens').set({ deleted_at: now() }).where('id', '=', id).execute(),
  },
  channels: {
    origin: 'channel',
    wasRead: ({ ids }, id) => ids.channels.has(id),
    findLiving: (db, ids) => db.selectFrom('channels').select(['id', 'name']).where('id', 'in', ids).execute(),
    remove: (trx, id) => dropChannel(trx, id),
  },
  redemptions: {
    origin: 'redemption',
    wasRead: ({ ids }, id) => ids.codes.has(id),
    findLiving: (db, ids) =>
      db
        .selectFrom('redemptions')
        .select(['id', 'name'])
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .where('status', '=', REDEMPTION_STATUS.unused)
        .execute(),
    remove: (trx, id) => trx.updateTable('redemptions').set({ deleted_at: now() }).where('id', '=', id).execute(),
  },
}

/** Lists what an earlier run brought and the source has no more. It is deleted here too where that is asked for. */
export async function importDeletions(ctx: ImportContext): Promise<void> {
  for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
    const { origin, wasRead, findLiving, remove } = KINDS[kind]
    const gone = (await listOrigins(ctx, origin)).filter(
      (row) => !wasRead(ctx, Number(row.source_id)) && !isMerged(row),
    )
    for (let start = 0; start < gone.length; start += CHUNK) {
      await ctx.checkpoint()
      await inTransaction(ctx, async (trx) => {
        const ids = gone.slice(start, start + CHUNK).map(({ target_id }) => target_id)
        for (const { id, name } of await findLiving(trx, ids)) {
          ctx.tally.note(kind, [remark(ctx.followDeletions ? 'deletion_followed' : 'deleted_there', name || `#${id}`)])
          if (ctx.followDeletions && !ctx.dry) await remove(trx, id)
        }
      })
    }
  }
}

/** A user who was here before the import does not go with the user who joined. */
const isMerged = (row: Origin) => readState<{ merged: true }>(row).merged === true

function listOrigins({ store, source }: ImportContext, kind: OriginKind): Promise<Origin[]> {
  return store.db
    .selectFrom('import_origins')
    .select(['source_id', 'target_id', 'state'])
    .where('source', '=', source)
    .where('kind', '=', kind)
    .execute()
}
