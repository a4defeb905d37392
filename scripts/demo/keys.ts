import type { Calls } from '#server/calls/calls.ts'
import type { KeyedChannel } from '#server/calls/key-pools/key-pools.ts'
import { createChannels } from '#server/channels/write.ts'
import type { Money } from '#server/money/money.ts'
import type { Author } from '#server/platform/audits/write.ts'
import type { Platform } from '#server/platform/platform.ts'

const KEYS = 20
const HOUR_MS = 3_600_000
/** Calls of keys so far, in turn. */
const CALLS = [412, 397, 405, 388]

/** A channel with several keys, of which one is refused, one is busy and one has limits. */
export async function seedKeys(
  services: Platform & Money & Calls,
  by: Author,
  fields: object,
): Promise<Record<string, number>> {
  const text = (n: number) =>
    n === 3 ? 'sk-bad-demo-of-a-former-colleague' : `sk-demo-pool-${String(n).padStart(4, '0')}-${n * 7919}`
  const key = Array.from({ length: KEYS }, (_, n) => text(n)).join('\n')
  const channel = { name: 'openai-pool', priority: 8, group: 'default,vip', ...fields, key }
  const pool = { ...channel, mode: 'multi_to_single', multi_key_mode: 'least_busy' } as const
  const [row] = await createChannels(services, by, pool, () => {})
  if (!row) throw new Error('the demo has no channel with several keys')
  const { keyPools, channels, store } = services
  await channels.reload()
  const stored = channels.byId(row.id)
  const keys = keyPools.of(row.id)?.keys() ?? []
  if (!stored) throw new Error('the demo has no channel with several keys')
  for (const [n, one] of keys.entries()) {
    const keyed = keyPools.withKey(stored, one) as KeyedChannel
    if (n === 3) {
      keyPools.failed(keyed, '401: Incorrect API key provided: ***')
      keyPools.stop(keyed, 'status 401: Incorrect API key provided: ***')
    }
    if (n === 5) {
      keyPools.failed(keyed, '429: Rate limit reached for gpt-4o in organization ***')
      keyPools.cool(keyed, Date.now() + HOUR_MS, true)
    }
  }
  await keyPools.flush()
  for (const [n, { id }] of keys.entries()) {
    const counts = { calls: CALLS[n % CALLS.length] ?? 0, last_used_at: Math.floor(Date.now() / 1000) - n * 41 }
    const limits = n === 1 ? JSON.stringify({ rpm: 500, concurrency: 8 }) : ''
    await store.db
      .updateTable('channel_keys')
      .set({ ...counts, limits })
      .where('id', '=', id)
      .execute()
  }
  await keyPools.reload(row.id)
  return { [row.name]: row.id }
}
