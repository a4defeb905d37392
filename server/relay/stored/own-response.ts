import type { JsonObject } from '../../dialects/conversation.ts'
import { objectsOf, textOf } from '../../dialects/json.ts'
import { ApiError } from '../../errors/api-error.ts'
import type { Services } from '../../services.ts'
import type { Owner, StoredResponse } from '../../stored-responses/stored-response.ts'
import { listPage } from './list-page.ts'

type Store = Pick<Services, 'storedResponses'>

/** Returns a response that is kept here. Rejects with response_not_found. */
export async function readOwn(id: string, call: string, owner: Owner, services: Store): Promise<object> {
  const stored = await find(id, call, owner, services)
  const response = stored.response()
  // An older version kept the items alone.
  if (!response) throw new ApiError('response_not_found', { id })
  return { ...response, output: stored.output() }
}

/** Returns a page of the items that it answered, each with an id. Rejects with response_not_found. */
export async function readOwnInput(
  id: string,
  call: string,
  owner: Owner,
  query: URLSearchParams,
  services: Store,
): Promise<object> {
  const input = (await find(id, call, owner, services)).input()
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : objectsOf(input)
  return listPage(
    items.map((item, index) => toListed(item, `msg_in_${call}_${index}`)),
    query,
  )
}

/** Deletes a response that is kept here. Rejects with response_not_found. */
export async function deleteOwn(id: string, call: string, owner: Owner, services: Store): Promise<object> {
  await find(id, call, owner, services)
  await services.storedResponses.remove(call)
  return { id, object: 'response', deleted: true }
}

async function find(id: string, call: string, owner: Owner, { storedResponses }: Store): Promise<StoredResponse> {
  const found = await storedResponses.find({ ids: [call], inputOf: call }, owner)
  const response = found.get(call)
  if (!response) throw new ApiError('response_not_found', { id })
  return response
}

/** Short forms of messages are written out, as OpenAI lists them. */
function toListed(item: JsonObject, id: string): JsonObject {
  const { type = 'message', role, content, ...rest } = item
  if (type !== 'message') return { id, ...item }
  const kind = role === 'assistant' ? 'output_text' : 'input_text'
  const parts = typeof content === 'string' ? [{ type: kind, text: content }] : objectsOf(content)
  return { id, ...rest, type, role: textOf(role) || 'user', status: 'completed', content: parts }
}
