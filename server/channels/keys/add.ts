import { keysIn } from '#contract/channel-rules.ts'
import type { Calls } from '../../calls/calls.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockChannels } from '../queries.ts'
import { checkPoolKeys, insertKeys } from './pool-rows.ts'
import { publishKeyChange } from './publish-keys.ts'

/**
 * Adds the keys of a text, one per line, to a channel; calls use them when this resolves. Throws channel_not_found,
 * or why they are refused: then none is added.
 */
export async function addKeys(
  services: Platform & Calls,
  by: Author,
  id: number,
  text: string,
): Promise<{ added: number; known: number }> {
  const { store, vault } = services
  const keys = keysIn(text)
  const added = await store.db.transaction().execute(async (trx) => {
    const [channel] = await lockChannels(trx, store, [id])
    if (!channel) throw new ApiError('channel_not_found')
    checkPoolKeys(keys, channel.type)
    const ids = await insertKeys(trx, channel, keys, vault)
    if (ids.length > 0) {
      const after = { added: ids.length, first_key_id: ids[0] }
      await writeAudit(trx, by, { action: 'channel_key.create', target: { kind: 'channel', id }, after })
    }
    return ids
  })
  await publishKeyChange(services, id)
  return { added: added.length, known: keys.length - added.length }
}
