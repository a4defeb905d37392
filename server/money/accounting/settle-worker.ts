import { openStore, type Store, type StoreAddress } from '../../platform/store/database.ts'
import { compiledQuery, type Values } from '../../platform/store/statement.ts'
import { takeLeases } from './leases.ts'
import { settleNext } from './settle-next.ts'
import type { SettleReply, SettleRequest } from './settle-thread.ts'

/** The thread that brings charges into the databases of its process: each message is one request, answered in its order. */
declare const self: Worker

const stores = new Map<string, Store>()
let last: Promise<void> = Promise.resolve()

self.onmessage = ({ data }: MessageEvent<SettleRequest>) => {
  last = last.then(async () => self.postMessage(await answer(data)))
}

async function answer(request: SettleRequest): Promise<SettleReply> {
  const { id, place } = request
  try {
    if ('part' in request) return { id, done: await settleNext(await storeAt(place), request.part) }
    if ('asked' in request) {
      const { nodeId, leases } = request.asked
      return { id, done: await takeLeases(await storeAt(place), nodeId, leases) }
    }
    if ('sql' in request) {
      const { db } = await storeAt(place)
      return { id, done: await db.executeQuery(compiledQuery(request.sql, request.parameters as Values)) }
    }
    await stores.get(keyOf(place))?.close()
    stores.delete(keyOf(place))
    return { id, done: undefined }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

async function storeAt(place: StoreAddress): Promise<Store> {
  const known = stores.get(keyOf(place))
  if (known) return known
  const store = await openStore(place)
  stores.set(keyOf(place), store)
  return store
}

const keyOf = ({ databaseUrl, dataDir }: StoreAddress) => databaseUrl ?? dataDir
