import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Channel } from '../../registry/channels.ts'
import type { Services } from '../../services.ts'
import type { ChannelRow } from '../../store/tables.ts'
import { findChannel } from '../queries.ts'
import { storeTest, type Tested } from './test-history.ts'
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
  const channel = channels.byId(row.id)
  const proof = channel && newestProof(channel, row.test_model)
  if (!proof || proof.at <= row.test_time) return row
  return { ...row, ...(await storeTest(store, channel, { ...proof, failure: undefined })) }
}

function newestProof(channel: Channel, testModel: string) {
  if (proofs.size === 0) return undefined
  const found = [...(proofs.get(markOf(channel)) ?? [])]
    .filter(([model, { upstream }]) => isCalled(channel, testModel, { model, upstream }))
    .map(([model, proof]) => ({ ...proof, model }))
  return found.sort((a, b) => b.at - a.at)[0]
}

/** Whether a channel is called for a model, and its upstream with the same name. */
const isCalled = (channel: Channel, testModel: string, { model, upstream }: { model: string; upstream: string }) =>
  (model === testModel || channel.models.includes(model)) && upstream === upstreamModel(channel, model)

/** A test of a form that holds what is stored of channel `id` was one of that channel. Its status stays as it is. */
export async function storeFormTest(
  { store, channels }: Pick<Services, 'store' | 'channels'>,
  { id, form }: { id: number; form: Channel },
  test: Tested,
): Promise<void> {
  const channel = channels.byId(id)
  if (!channel || markOf(channel) !== markOf(form)) return
  const row = await findChannel(store.db, id)
  const called = { model: test.model, upstream: upstreamModel(form, test.model) }
  if (row && isCalled(channel, row.test_model, called)) await storeTest(store, channel, test)
}

/** A text that tells nobody the key. */
function markOf({ type, baseUrl, organization, other, key }: Channel): string {
  return createHash('sha256')
    .update(JSON.stringify([type, baseUrl, organization, other, key]))
    .digest('base64')
}
