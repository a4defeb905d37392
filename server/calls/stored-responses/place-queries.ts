import type { Store } from '../../platform/store/database.ts'
import { databaseNow, databaseSeconds } from '../../platform/store/database-seconds.ts'
import type { ResponsePlace } from './response-places.ts'

/** Adds places; one that is there already stays as it is. */
export async function insertPlaces({ writes, engine }: Store, places: readonly ResponsePlace[]): Promise<void> {
  const created_at = databaseSeconds(engine)
  await writes
    .insertInto('response_places')
    .values(
      places.map(({ id, owner, channel, key, model }) => ({
        id,
        user_id: owner.user,
        token_id: owner.token,
        channel_id: channel,
        key_id: key,
        model,
        created_at,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function findPlace({ db }: Store, id: string): Promise<ResponsePlace | undefined> {
  const row = await db.selectFrom('response_places').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { user_id, token_id, channel_id, key_id, model } = row
  return { id, owner: { user: user_id, token: token_id }, channel: channel_id, key: key_id, model }
}

export async function deletePlace({ writes }: Store, id: string): Promise<void> {
  await writes.deleteFrom('response_places').where('id', '=', id).execute()
}

/** Deletes places older than `seconds`, and the oldest above `maxRows`. */
export async function prunePlaces(store: Store, seconds: number, maxRows: number): Promise<void> {
  const { db, writes } = store
  const oldest = (await databaseNow(store)) - seconds
  const bound = await db
    .selectFrom('response_places')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .offset(maxRows)
    .limit(1)
    .executeTakeFirst()
  await writes
    .deleteFrom('response_places')
    .where('created_at', '<=', Math.max(oldest, bound?.created_at ?? 0))
    .execute()
}
