import type { JsonObject } from '../dialects/conversation.ts'
import { isObject, objectsOf, textOf } from '../dialects/json.ts'
import { openedSummary, SUMMARY_MARK } from '../dialects/responses/compaction.ts'
import { Failure } from '../http/failure.ts'
import type { Vault } from '../store/vault.ts'
import type { Owner, StoredResponse, StoredResponses } from '../stored-responses/stored-responses.ts'
import { type Fields, fieldValue, scanFields } from './scan-fields.ts'
import { openSummary } from './sealed-summary.ts'
import { editFields } from './splice.ts'

/**
 * Puts what was kept or sealed here in the place of what refers to it: of `previous_response_id`, of `item_reference`s, and
 * of summaries. Whatever channel serves the call gets a whole conversation. Other bodies stay as they are, byte for byte.
 */

interface Memory {
  vault: Vault
  storedResponses: StoredResponses
}

/** Only a body that has one of these in it is looked at. */
const MARKS = ['"previous_response_id"', '"item_reference"', SUMMARY_MARK].map((mark) => Buffer.from(mark))

/** The ids that are given to responses and items here: `resp_<call>`, `msg_<call>_<index>`. */
const OWN_ID = /^[a-z]+_(\d{23}[0-9A-Za-z]{8})(?:_\d+)?$/
const callOf = (id: string) => OWN_ID.exec(id)?.[1]

/**
 * The body of a call of responses with everything in it that it refers to. Throws previous_response_not_found,
 * item_not_found or invalid_encrypted_content.
 */
export function recalled(body: Buffer, owner: Owner, memory: Memory): Buffer | Promise<Buffer> {
  if (!MARKS.some((mark) => body.includes(mark))) return body
  const read = readInput(body)
  return read ? wholeBody(read, owner, memory) : body
}

interface Read {
  body: Buffer
  fields: Fields
  items: unknown[]
  /** The call whose answer is referred to. */
  previous: string | undefined
}

/** undefined = it refers to nothing that was kept here, or is no JSON, which is told elsewhere. */
function readInput(body: Buffer): Read | undefined {
  try {
    const fields = scanFields(body)
    const input = fieldValue(body, fields, 'input')
    const items = typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input
    const previous = callOf(textOf(fieldValue(body, fields, 'previous_response_id')))
    if (!Array.isArray(items)) return previous ? { body, fields, items: [], previous } : undefined
    return previous || items.some(refersToOwn) ? { body, fields, items, previous } : undefined
  } catch {
    return undefined
  }
}

const referredCall = (item: unknown) =>
  isObject(item) && item.type === 'item_reference' ? callOf(textOf(item.id)) : undefined
const isSummary = (item: unknown): item is JsonObject =>
  isObject(item) && textOf(item.encrypted_content).startsWith(SUMMARY_MARK)
const refersToOwn = (item: unknown) => referredCall(item) !== undefined || isSummary(item)

async function wholeBody({ body, fields, items, previous }: Read, owner: Owner, memory: Memory): Promise<Buffer> {
  const calls = new Set(items.flatMap((item) => referredCall(item) ?? []))
  if (previous) calls.add(previous)
  const stored =
    calls.size > 0 ? await memory.storedResponses.find([...calls], owner) : new Map<string, StoredResponse>()
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
  const asked = typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : objectsOf(input)
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
