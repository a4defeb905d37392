import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../../calls/calls.ts'
import { upstreamModel } from '../../calls/upstream/upstream-model.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ChannelRow } from '../../platform/store/tables.ts'
import { findChannel } from '../queries.ts'
import { storeTest, type TestRecord } from './test-history.ts'

/** A successful test of a channel's form before it was saved. */
interface FormTest {
  /** The upstream's name of the model. */
  upstream: string
  /** Duration in milliseconds. */
  ms: number
  /** Unix seconds. */
  at: number
}

/** Older tests of a form are discarded. */
const FORM_TEST_TTL_MS = 3_600_000
/** By the hash of what an upstream receives of a channel, then by model. */
const formTests = new LRUCache<string, Map<string, FormTest>>({ max: 1000, ttl: FORM_TEST_TTL_MS })

/** Remembers that the channel of a form has answered a call of the model. */
export function rememberFormTest(channel: Channel, model: string, ms: number): void {
  const proof = { upstream: upstreamModel(channel, model), ms, at: nowInSeconds() }
  const mark = connectionHash(channel)
  formTests.set(mark, new Map(formTests.get(mark)).set(model, proof))
}

/** Marks a channel that was just saved as tested if its form was, with the same key, address and model. */
export async function withFormTest({ store, channels }: Platform & Calls, row: ChannelRow): Promise<ChannelRow> {
  const channel = channels.byId(row.id)
  const proof = channel && newestFormTest(channel, row.test_model)
  if (!proof || proof.at <= row.test_time) return row
  return { ...row, ...(await storeTest(store, channel, { ...proof, failure: undefined })) }
}

function newestFormTest(channel: Channel, testModel: string) {
  if (formTests.size === 0) return undefined
  const found = [...(formTests.get(connectionHash(channel)) ?? [])]
    .filter(([model, { upstream }]) => isCalled(channel, testModel, { model, upstream }))
    .map(([model, proof]) => ({ ...proof, model }))
  return found.sort((a, b) => b.at - a.at)[0]
}

/** Whether the channel serves the model, and still maps it to the same upstream model. */
const isCalled = (channel: Channel, testModel: string, { model, upstream }: { model: string; upstream: string }) =>
  (model === testModel || channel.models.includes(model)) && upstream === upstreamModel(channel, model)

/**
 * Stores a test of a form as a test of channel `id` if the form has the same connection as the stored channel. The
 * channel's status stays as it is.
 */
export async function storeFormTest(
  { store, channels }: Pick<Platform, 'store'> & Pick<Calls, 'channels'>,
  { id, form }: { id: number; form: Channel },
  test: TestRecord,
): Promise<void> {
  const channel = channels.byId(id)
  if (!channel || connectionHash(channel) !== connectionHash(form)) return
  const row = await findChannel(store.db, id)
  const called = { model: test.model, upstream: upstreamModel(form, test.model) }
  if (row && isCalled(channel, row.test_model, called)) await storeTest(store, channel, test)
}

/** A hash that does not reveal the key. */
function connectionHash({ type, baseUrl, organization, other, key }: Channel): string {
  return createHash('sha256')
    .update(JSON.stringify([type, baseUrl, organization, other, key]))
    .digest('base64')
}
