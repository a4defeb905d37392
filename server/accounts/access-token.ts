import { randomText } from '../http/request-id.ts'
import type { Services } from '../services.ts'

const LENGTH = 32

/**
 * Creates a user's system access token, replacing the former one. Only its HMAC is stored, so the token is returned
 * just once.
 */
export async function renewAccessToken({ store, vault }: Services, userId: number): Promise<string> {
  const token = randomText(LENGTH)
  await store.db
    .updateTable('users')
    .set({ access_token: vault.hash(token) })
    .where('id', '=', userId)
    .execute()
  return token
}
