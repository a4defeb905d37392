import { startPostgres } from '#test/harness/postgres-server.ts'
import { hasRedis, startRedis } from '#test/harness/redis.ts'
import type { Skipped, Target } from '../target.ts'
import { startSwitchyard } from './switchyard.ts'

const NAME = 'Switchyard on PostgreSQL and Redis'

/** A fresh Switchyard on a PostgreSQL and a separate Redis, both on this machine's loopback with durability off. */
export async function startOnPostgres(upstreamPort: number, program?: string): Promise<Target | Skipped> {
  if (!hasRedis) return { name: NAME, reason: 'redis-server is not installed' }
  const [{ url: database }, redis] = await Promise.all([startPostgres(), startRedis()])
  const env = { DATABASE_URL: database, REDIS_URL: redis.url }
  const target = await startSwitchyard(upstreamPort, program, { name: NAME, env })
  return {
    ...target,
    async stop() {
      await target.stop()
      await redis.stop()
    },
  }
}
