import { nowInSeconds } from '#server/platform/clock.ts'
import { fieldValue } from '../../../formats/body/scan-fields.ts'
import { editFields } from '../../../formats/body/splice.ts'
import type { JsonObject } from '../../../formats/dialects/conversation.ts'
import { parseObject, textOf } from '../../../formats/dialects/json.ts'
import { responseId, writeResponse } from '../../../formats/dialects/responses/write-response.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { DisconnectSignal } from '../../../wire/http1/shared/request.ts'
import type { RelayResponse, StreamBody } from '../../../wire/http1/shared/response.ts'
import { compress } from '../../stored-responses/compressed-text.ts'
import type { Caller } from '../admit/admit.ts'
import type { ReadRequest } from '../admit/call-headers.ts'
import { EventLog } from '../deps/background-runs.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { RequestFacts } from '../read/read-call.ts'

/** A response that goes on without its caller. */
export interface BackgroundCall {
  id: string
  request: ReadRequest
  facts: RequestFacts
  endpoint: RelayEndpoint
  caller: Caller
}

/** Runs a call as one of a caller that stays. */
export type RunCall = (request: ReadRequest, body: Buffer) => Promise<RelayResponse>

const STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }
const STAYS: DisconnectSignal = { aborted: false, addEventListener() {}, removeEventListener() {} }

/**
 * Runs a response in the background: as a stream that this server reads, so that it is held, charged and logged as any
 * other, whoever asks for it afterwards. It has begun when this resolves; rejects with what refuses the call, and then nothing
 * is held.
 */
export async function startBackground(call: BackgroundCall, run: RunCall, deps: RelayDeps): Promise<RelayResponse> {
  const { id, facts, caller } = call
  const { bytes, fields } = facts.body
  checkKept(call, deps)
  const response = await run(staying(call.request), editFields(facts.body, { background: undefined, stream: 'true' }))
  const own = { id: responseId(id), background: true, store: true }
  const log = new EventLog(own)
  const begun = { ...begin(call), ...own, status: 'queued', node: deps.accounting.nodeId }
  const input = compress(bytes.subarray(fields.spans.get('input')?.start ?? 0, fields.spans.get('input')?.end ?? 0))
  const owner = { user: caller.user.id, token: caller.token?.id ?? 0 }
  const keep = ({ output = [], ...head }: JsonObject) =>
    deps.services.storedResponses.add({
      id,
      owner,
      input,
      output: compress(JSON.stringify(output)),
      response: compress(JSON.stringify(head)),
    })
  keep(begun)
  deps.backgrounds.add(id, log)
  const isOngoing = follow(response, log, () => {
    keep({ ...begun, ...log.final, node: undefined })
    void deps.services.storedResponses.flush()
  })
  // Every node finds it from now on.
  await deps.services.storedResponses.flush()
  if (facts.stream) return { status: 200, headers: { ...STREAM_HEADERS }, body: log.readAfter(-1), isOngoing }
  const { node: _, ...shown } = begun
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(shown), isOngoing }
}

/** Throws for a response that could not be asked for afterwards. */
function checkKept({ facts: { body }, endpoint }: BackgroundCall, { services }: RelayDeps): void {
  if (endpoint.compacts || !services.options.values.StoreResponsesEnabled) throw new ApiError('background_unsupported')
  if (fieldValue(body.bytes, body.fields, 'store') === false) throw new ApiError('background_needs_store')
}

/** The request as of a caller that waits until the end. */
function staying(request: ReadRequest): ReadRequest {
  const { url, peer, secure, length, headers } = request
  const header = (name: string) => request.header(name)
  return {
    url,
    peer,
    secure,
    length,
    header,
    headers,
    body: () => Buffer.alloc(0),
    reservation: undefined,
    disconnect: STAYS,
  }
}

function begin({ id, facts: { model } }: BackgroundCall): JsonObject {
  const facts = { id, model, created: nowInSeconds(), usageWanted: true, inputTokens: 0 }
  return writeResponse(facts, 'in_progress')
}

/** Reads an answer to its end, then calls `over`. Returns whether it is still running. */
function follow({ body, release }: RelayResponse, log: EventLog, over: () => void): true | undefined {
  const end = () => {
    release?.()
    over()
  }
  if (isStream(body)) {
    void body.run(log).finally(end)
    return true
  }
  const response = parseObject(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'))
  const type = `response.${textOf(response?.status) || 'failed'}`
  log.end(Buffer.from(`data: ${JSON.stringify({ type, sequence_number: 0, response })}\n\n`))
  end()
  return undefined
}

const isStream = (body: RelayResponse['body']): body is StreamBody => typeof body === 'object' && 'run' in body
