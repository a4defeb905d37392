import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Services } from '../../services.ts'
import type { ChannelRow } from '../../store/tables.ts'
import type { Channel } from '../registry.ts'
import { upstreamModel } from './test-request.ts'

/** That a channel answered before it was saved. */
interface Proof {
  model: string
  /** How long it took, in milliseconds. */
  ms: number
  /** Unix seconds. */
  at: number
}

/** What lies longer in a form than this is no news any more. */
const KEPT_MS = 3_600_000
const proofs = new LRUCache<string, Proof>({ max: 1000, ttl: KEPT_MS })

/** Remembers that the channel of a form has answered a call of the model. */
export function noteAnswer(channel: Channel, model: string, ms: number): void {
  proofs.set(markOf(channel, model), { model, ms, at: Math.floor(Date.now() / 1000) })
}

/** A channel that has just been saved: it counts as tested when its form was, with the same key, address and model. */
export async function withProof({ store, channels }: Services, row: ChannelRow): Promise<ChannelRow> {
  const proof = newestProof(channels.byId(row.id), row.test_model)
  if (!proof || proof.at <= row.test_time) return row
  const test = { response_time: proof.ms, test_time: proof.at, test_error: '' }
  await store.db.updateTable('channels').set(test).where('id', '=', row.id).execute()
  return { ...row, ...test }
}

function newestProof(channel: Channel | undefined, testModel: string | null): Proof | undefined {
  if (!channel || proofs.size === 0) return undefined
  const models = testModel ? [testModel, ...channel.models] : channel.models
  const found = models.map((model) => proofs.get(markOf(channel, model))).filter((proof) => proof !== undefined)
  return found.sort((a, b) => b.at - a.at)[0]
}

/** What an upstream gets to see of a channel, as a text that tells nobody the key. */
function markOf(channel: Channel, model: string): string {
  const { type, baseUrl, organization, other, key } = channel
  const seen = [type, baseUrl, organization, other, key, model, upstreamModel(channel, model)]
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64')
}
