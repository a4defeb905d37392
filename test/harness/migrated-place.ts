import { rm } from 'node:fs/promises'
import type { Engine } from '#server/platform/store/database.ts'
import type { Fresh, Place } from './databases.ts'
import { dropPostgres } from './postgres.ts'
import { restored } from './snapshots.ts'

/** A place with the tables and no row, for a server with a key of its own. Removed after the suite. */
export async function migratedPlace(engine: Engine, fresh: Fresh): Promise<Place> {
  const place = await restored(engine, 'migrated')
  fresh.atEnd(async () => {
    await rm(place.dataDir, { recursive: true, force: true })
    if (place.databaseUrl) await dropPostgres(place.databaseUrl)
  })
  return place
}
