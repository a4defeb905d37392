import { randomText } from '../http/request-id.ts'
import type { Services } from '../services.ts'

const LENGTH = 32

/** Makes a user's system access token, in place of the former one. Only its HMAC is kept, so this is when it is seen. */
export async function renewAccessToken({ store, vault }: Services, userId: number): Promise<string> {
  const token = randomText(LENGTH)
  await store.db
    .updateTable('users')
    .set({ access_token: vault.index(token) })
    .where('id', '=', userId)
    .execute()
  return token
}
