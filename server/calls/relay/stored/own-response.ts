import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../../../formats/dialects/conversation.ts'
import { numberOf, objectsOf, textOf } from '../../../formats/dialects/json.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { StreamBody } from '../../../wire/http1/shared/response.ts'
import type { Owner, StoredResponse } from '../../stored-responses/stored-response.ts'
import { EventLog } from '../deps/background-runs.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { cancelRun, isUnfinished, toShown } from './background-state.ts'
import { listPage } from './list-page.ts'

/** A response that is kept here, and whose it is. */
export interface OwnResponse {
  /** As callers know it. */
  id: string
  /** The id of its call. */
  call: string
  owner: Owner
}

/** Returns the response. Rejects with response_not_found. */
export async function readOwn(own: OwnResponse, deps: RelayDeps): Promise<JsonObject> {
  const stored = await find(own, deps)
  return toShown(own.call, { output: stored.output(), ...headOf(own, stored) }, deps)
}

/**
 * Returns the events of the response after one with this number, while it runs on this node and shortly after; elsewhere one
 * event with the response as it is once it has ended. Rejects with response_not_found.
 */
export async function streamOwn(own: OwnResponse, query: URLSearchParams, deps: RelayDeps): Promise<StreamBody> {
  const response = await readOwn(own, deps)
  const log = deps.backgrounds.find(own.call)
  if (log) return log.readAfter(numberOf(Number(query.get('starting_after') ?? -1)) ?? -1)
  const ended = new EventLog({})
  void endOf(own, response, deps).then((final) => {
    const type = `response.${textOf(final.status)}`
    ended.end(Buffer.from(`data: ${JSON.stringify({ type, response: final })}\n\n`))
  })
  return ended.readAfter(-1)
}

const POLL_MS = 500

async function endOf(own: OwnResponse, response: JsonObject, deps: RelayDeps): Promise<JsonObject> {
  let now = response
  for (; isUnfinished(now); now = await readOwn(own, deps).catch(() => ({ ...now, status: 'failed' })))
    await Bun.sleep(POLL_MS)
  return now
}

/** Returns a page of the items that the response answered, each with an id. Rejects with response_not_found. */
export async function readOwnInput(own: OwnResponse, query: URLSearchParams, deps: RelayDeps): Promise<object> {
  const input = (await find(own, deps)).input()
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : objectsOf(input)
  return listPage(
    items.map((item, index) => toListed(item, `msg_in_${own.call}_${index}`)),
    query,
  )
}

/** Stops a response that runs in the background, and returns it. Rejects with response_not_in_background. */
export async function cancelOwn(own: OwnResponse, deps: RelayDeps): Promise<object> {
  const head = headOf(own, await find(own, deps))
  return cancelRun(own.call, head, () => readOwn(own, deps), deps)
}

/** Deletes the response. Rejects with response_not_found, and with response_in_progress while it runs. */
export async function deleteOwn(own: OwnResponse, deps: RelayDeps): Promise<object> {
  if (isUnfinished(await readOwn(own, deps))) throw new ApiError('response_in_progress')
  await deps.services.storedResponses.remove(own.call)
  return { id: own.id, object: 'response', deleted: true }
}

function headOf({ id }: OwnResponse, stored: StoredResponse): JsonObject {
  const response = stored.response()
  // An older version kept the items alone.
  if (!isRecord(response)) throw new ApiError('response_not_found', { id })
  return response
}

async function find({ id, call, owner }: OwnResponse, { services }: RelayDeps): Promise<StoredResponse> {
  const found = await services.storedResponses.find({ ids: [call], inputOf: call }, owner)
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
