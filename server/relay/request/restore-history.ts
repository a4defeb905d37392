import { fieldValue } from '../../body/scan-fields.ts'
import { editFields } from '../../body/splice.ts'
import type { JsonObject } from '../../dialects/conversation.ts'
import { isObject, objectsOf, textOf } from '../../dialects/json.ts'
import { openedSummary, SUMMARY_MARK } from '../../dialects/responses/compaction.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Vault } from '../../store/vault.ts'
import type { Owner, StoredResponse, StoredResponses } from '../../stored-responses/stored-responses.ts'
import { type RequestFacts, readField } from './read-call.ts'
import { openSummary } from './sealed-summary.ts'

/**
 * Puts what was kept or sealed here in the place of what refers to it: of `previous_response_id`, of `item_reference`s, and
 * of summaries. Whatever channel serves the call gets a whole conversation. Other bodies stay as they are, byte for byte.
 */

interface Memory {
  vault: Vault
  storedResponses: StoredResponses
}

/** Only an input that has one of these in it is parsed. */
const REFERENCE = Buffer.from('"item_reference"')
const SUMMARY = Buffer.from(SUMMARY_MARK)

/** The ids that are given to responses and items here: `resp_<call>`, `msg_<call>_<index>`. */
const OWN_ID = /^[a-z]+_(\d{23}[0-9A-Za-z]{8})(?:_\d+)?$/
const callOf = (id: string) => OWN_ID.exec(id)?.[1]

type Request = Pick<RequestFacts, 'body' | 'fields'>

/**
 * The body of a call of responses with everything in it that it refers to; undefined = it refers to nothing that was kept
 * here. Rejects with previous_response_not_found, item_not_found or invalid_encrypted_content.
 */
export function recalled(request: Request, owner: Owner, memory: Memory): Promise<Buffer> | undefined {
  const previous = callOf(textOf(fieldValue(request.body, request.fields, 'previous_response_id')))
  const items = previous || mayRefer(request) ? itemsIn(request) : []
  return previous || items.some(refersToOwn) ? wholeBody(request, items, previous, owner, memory) : undefined
}

function mayRefer({ body, fields }: Request): boolean {
  const { start = 0, end = 0 } = fields.spans.get('input') ?? {}
  const input = body.subarray(start, end)
  return input.includes(REFERENCE) || input.includes(SUMMARY)
}

function itemsIn({ body, fields }: Request): unknown[] {
  const input = readField(body, fields, 'input')
  return typeof input === 'string' ? [message(input)] : Array.isArray(input) ? input : []
}

const message = (content: string): JsonObject => ({ type: 'message', role: 'user', content })

const referredCall = (item: unknown) =>
  isObject(item) && item.type === 'item_reference' ? callOf(textOf(item.id)) : undefined
const isSummary = (item: unknown): item is JsonObject =>
  isObject(item) && textOf(item.encrypted_content).startsWith(SUMMARY_MARK)
const refersToOwn = (item: unknown) => referredCall(item) !== undefined || isSummary(item)

async function wholeBody(
  { body, fields }: Request,
  items: unknown[],
  previous: string | undefined,
  owner: Owner,
  memory: Memory,
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
    if (call) return itemOf(textOf((item as JsonObject).id), stored.get(call))
    return isSummary(item) ? opened(item, index, owner, memory.vault) : item
  })
  const edits = { input: JSON.stringify(whole), ...(previous ? { previous_response_id: undefined } : {}) }
  return editFields(body, fields, edits)
}

function itemsBefore(previous: string, stored: ReadonlyMap<string, StoredResponse>): unknown[] {
  const response = stored.get(previous)
  if (!response) throw new Failure('previous_response_not_found', { id: `resp_${previous}` })
  const input = response.input()
  const asked = typeof input === 'string' ? [message(input)] : objectsOf(input)
  return [...asked, ...objectsOf(response.output())]
}

function itemOf(id: string, response: StoredResponse | undefined): JsonObject {
  const item = objectsOf(response?.output()).find((one) => one.id === id)
  if (!item) throw new Failure('item_not_found', { id })
  return item
}

function opened(item: JsonObject, index: number, { user }: Owner, vault: Vault): JsonObject {
  const summary = openSummary(textOf(item.encrypted_content), user, vault)
  if (summary === undefined) throw new Failure('invalid_encrypted_content', { field: `input[${index}]` })
  return openedSummary(summary)
}
