import { isRecord } from '#contract/is-record.ts'
import { fieldValue, type ScannedBody } from '../../../formats/body/scan-fields.ts'
import { editFields } from '../../../formats/body/splice.ts'
import type { JsonObject } from '../../../formats/dialects/conversation.ts'
import { objectOf, objectsOf, textOf } from '../../../formats/dialects/json.ts'
import { SUMMARY_MARK, summaryMessage } from '../../../formats/dialects/responses/compaction.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Vault } from '../../../platform/store/vault.ts'
import type { Owner, StoredResponse } from '../../stored-responses/stored-response.ts'
import type { StoredResponses } from '../../stored-responses/stored-responses.ts'
import { readField } from './read-call.ts'
import { openSummary } from './sealed-summary.ts'

/**
 * Replaces references by what was stored or sealed here: `previous_response_id`, `item_reference`s, and summaries.
 * The upstream gets the whole conversation, whichever channel serves the call. Other bodies stay unchanged, byte
 * for byte.
 */

interface HistorySources {
  vault: Vault
  storedResponses: StoredResponses
}

/** The input is parsed only if it contains one of these. */
const REFERENCE = Buffer.from('"item_reference"')
const SUMMARY = Buffer.from(SUMMARY_MARK)

/** Ids of responses and items that this server issues: `resp_<call>`, `msg_<call>_<index>`. */
const OWN_ID = /^[a-z]+_(\d{23}[0-9A-Za-z]{8})(?:_\d+)?$/

/** Returns the id of the call that a response, or an item, of this server is the answer to. */
export const callIdOf = (id: string) => OWN_ID.exec(id)?.[1]

/**
 * Returns the body of a Responses call with everything inserted that it refers to; undefined = it refers to nothing
 * that is stored here. Rejects with previous_response_not_found, item_not_found or invalid_encrypted_content.
 */
export function restoreHistory(body: ScannedBody, owner: Owner, memory: HistorySources): Promise<Buffer> | undefined {
  const previous = callIdOf(textOf(fieldValue(body.bytes, body.fields, 'previous_response_id')))
  const items = previous || mayHaveReferences(body) ? readItems(body) : []
  return previous || items.some(isOwnReference) ? buildWholeBody(body, items, previous, owner, memory) : undefined
}

function mayHaveReferences({ bytes, fields }: ScannedBody): boolean {
  const { start = 0, end = 0 } = fields.spans.get('input') ?? {}
  const input = bytes.subarray(start, end)
  return input.includes(REFERENCE) || input.includes(SUMMARY)
}

function readItems({ bytes, fields }: ScannedBody): unknown[] {
  const input = readField(bytes, fields, 'input')
  return typeof input === 'string' ? [message(input)] : Array.isArray(input) ? input : []
}

const message = (content: string): JsonObject => ({ type: 'message', role: 'user', content })

const referredCall = (item: unknown) =>
  isRecord(item) && item.type === 'item_reference' ? callIdOf(textOf(item.id)) : undefined
const isSummary = (item: unknown): item is JsonObject =>
  isRecord(item) && textOf(item.encrypted_content).startsWith(SUMMARY_MARK)
const isOwnReference = (item: unknown) => referredCall(item) !== undefined || isSummary(item)

async function buildWholeBody(
  body: ScannedBody,
  items: unknown[],
  previous: string | undefined,
  owner: Owner,
  memory: HistorySources,
): Promise<Buffer> {
  const calls = new Set(items.flatMap((item) => referredCall(item) ?? []))
  if (previous) calls.add(previous)
  const stored =
    calls.size > 0
      ? await memory.storedResponses.find({ ids: [...calls], inputOf: previous }, owner)
      : new Map<string, StoredResponse>()
  const earlier = previous ? itemsBefore(previous, stored) : []
  const whole = [...earlier, ...items].map((item, index) => {
    const call = referredCall(item)
    if (call) return findItem(textOf((item as JsonObject).id), stored.get(call))
    return isSummary(item) ? openItem(item, index, owner, memory.vault) : item
  })
  const edits = { input: JSON.stringify(whole), ...(previous ? { previous_response_id: undefined } : {}) }
  return editFields(body, edits)
}

function itemsBefore(previous: string, stored: ReadonlyMap<string, StoredResponse>): unknown[] {
  const response = stored.get(previous)
  const { status } = objectOf(response?.response())
  const isUnfinished = status === 'queued' || status === 'in_progress'
  if (!response || isUnfinished) throw new ApiError('previous_response_not_found', { id: `resp_${previous}` })
  const input = response.input()
  const asked = typeof input === 'string' ? [message(input)] : objectsOf(input)
  return [...asked, ...objectsOf(response.output())]
}

function findItem(id: string, response: StoredResponse | undefined): JsonObject {
  const item = objectsOf(response?.output()).find((one) => one.id === id)
  if (!item) throw new ApiError('item_not_found', { id })
  return item
}

function openItem(item: JsonObject, index: number, { user }: Owner, vault: Vault): JsonObject {
  const summary = openSummary(textOf(item.encrypted_content), user, vault)
  if (summary === undefined) throw new ApiError('invalid_encrypted_content', { field: `input[${index}]` })
  return summaryMessage(summary)
}
