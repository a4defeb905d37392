import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Services } from '../../services.ts'
import type { ChannelRow } from '../../store/tables.ts'
import type { Channel } from '../registry.ts'
import { upstreamModel } from './test-request.ts'

/** That a channel answered before it was saved. */
interface Proof {
  /** What the upstream calls the model. */
  upstream: string
  /** How long it took, in milliseconds. */
  ms: number
  /** Unix seconds. */
  at: number
}

/** What lies longer in a form than this is no news any more. */
const KEPT_MS = 3_600_000
/** By what an upstream gets to see of a channel, then by model. */
const proofs = new LRUCache<string, Map<string, Proof>>({ max: 1000, ttl: KEPT_MS })

/** Remembers that the channel of a form has answered a call of the model. */
export function noteAnswer(channel: Channel, model: string, ms: number): void {
  const proof = { upstream: upstreamModel(channel, model), ms, at: Math.floor(Date.now() / 1000) }
  const mark = markOf(channel)
  proofs.set(mark, new Map(proofs.get(mark)).set(model, proof))
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
  const offered = ([model, { upstream }]: [string, Proof]) =>
    (model === testModel || channel.models.includes(model)) && upstream === upstreamModel(channel, model)
  const found = [...(proofs.get(markOf(channel)) ?? [])].filter(offered).map(([, proof]) => proof)
  return found.sort((a, b) => b.at - a.at)[0]
}

/** A text that tells nobody the key. */
function markOf({ type, baseUrl, organization, other, key }: Channel): string {
  return createHash('sha256')
    .update(JSON.stringify([type, baseUrl, organization, other, key]))
    .digest('base64')
}
