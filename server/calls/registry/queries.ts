import { sql } from 'kysely'
import type { Store } from '../../platform/store/database.ts'

/** Who used a token last. */
export interface TokenUse {
  /** Milliseconds. */
  at: number
  ip: string
  client: string
}

/**
 * Writes the last uses of tokens, by their ids. A node whose clock is behind, or that writes later, does not replace a newer
 * use.
 */
export async function writeTokenUses(
  { writes }: Pick<Store, 'writes'>,
  uses: readonly (readonly [id: number, TokenUse])[],
): Promise<void> {
  const rows = uses.map(
    ([id, { at, ip, client }]) =>
      sql`(cast(${id} as bigint), cast(${Math.floor(at / 1000)} as bigint), cast(${ip} as text), cast(${client} as text))`,
  )
  await sql`update tokens set last_used_at = used.column2, last_used_ip = used.column3, last_used_client = used.column4
    from (values ${sql.join(rows)}) as used
    where tokens.id = used.column1 and tokens.last_used_at <= used.column2`.execute(writes)
}
