import { beginSession } from '#server/people/sessions/sessions.ts'
import { randomText } from '#server/platform/http/request-id.ts'
import type { UserRow } from '#server/platform/store/tables.ts'
import type { TestServer } from './server.ts'

/** Somebody new with a session of their own and a token, who may end both without anybody missing them. */
export interface NewCaller {
  id: number
  /** What proves a call of the console. */
  headers: Record<string, string>
  /** What proves a relayed call. */
  tokenKey: string
  tokenId: number
}

/** Creates a user and logs in without the price of a password. */
export async function newCaller(server: TestServer, columns: Partial<UserRow> = {}): Promise<NewCaller> {
  const { store, vault } = server.services
  const { id } = await server.addUser(columns)
  const secret = await beginSession(store.db, { userId: id, ip: '', userAgent: '' })
  const tokenKey = randomText(48)
  const token = await store.db
    .insertInto('tokens')
    .values({
      user_id: id,
      key: vault.encrypt(tokenKey),
      key_hash: vault.hash(tokenKey),
      name: 'test',
      created_time: 0,
      accessed_time: 0,
      unlimited_quota: 1,
      model_limits_enabled: 0,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const headers = { Cookie: `session=${secret}`, 'New-Api-User': String(id) }
  return { id, headers, tokenKey, tokenId: token.id }
}

/** Writes columns of a user that caches hold. */
export async function changeUser({ services }: TestServer, id: number, columns: Partial<UserRow>): Promise<void> {
  await services.store.db.updateTable('users').set(columns).where('id', '=', id).execute()
  services.bus.publish({ kind: 'user', id })
}
