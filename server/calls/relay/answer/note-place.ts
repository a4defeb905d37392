import { channelType } from '#contract/channel-types/all.ts'
import { isRecord } from '#contract/is-record.ts'
import { splitEvents } from '../../../formats/body/event-buffer.ts'
import { fieldValue, scanFields } from '../../../formats/body/scan-fields.ts'
import { parseObject, textOf } from '../../../formats/dialects/json.ts'
import { dataOf } from '../../../formats/dialects/sse.ts'
import { isVendorId } from '../../stored-responses/response-places.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import type { CallRun } from '../call/call-run.ts'
import type { RelayDeps } from '../deps/deps.ts'

/** The first event holds the instructions and tools of the request; a longer one is not read. */
const MAX_EVENT = 256 * 1024

/** Whether the vendor of an attempt keeps the answer: it was asked in OpenAI's format of responses, and may. */
function isKept({ call, body }: CallRun, { format, channel }: AnsweredAttempt): boolean {
  if (call.endpoint.format !== 'responses' || format !== 'responses' || call.endpoint.compacts) return false
  const provider = channelType(channel.type)?.provider
  if (provider !== 'openai' && provider !== 'azure') return false
  return fieldValue(body.bytes, body.fields, 'store') !== false
}

/** Notes where a whole answer is kept. For a caller that wants a stream, it has become events. */
export function noteWholeAnswer(run: CallRun, attempt: AnsweredAttempt, answer: Buffer, deps: RelayDeps): void {
  if (!isKept(run, attempt)) return
  const id = idIn(answer)
  if (id !== '') note(id, run, attempt, deps)
  else noteStream(run, attempt, answer, deps)
}

/** The id in a JSON object; "" for anything else, which costs nobody an answer that is paid. */
function idIn(answer: Buffer): string {
  try {
    return textOf(fieldValue(answer, scanFields(answer), 'id'))
  } catch {
    return ''
  }
}

/** Notes where a streamed answer is kept, which its first event names. */
export function noteStream(run: CallRun, attempt: AnsweredAttempt, head: Buffer | undefined, deps: RelayDeps) {
  if (!head || head.length > MAX_EVENT || !isKept(run, attempt)) return
  const first = splitEvents(head)
    .map(dataOf)
    .find((data) => data !== undefined)
  const response = parseObject(first ?? '')?.response
  if (isRecord(response)) note(textOf(response.id), run, attempt, deps)
}

function note(id: string, { call }: CallRun, { channel }: AnsweredAttempt, { services }: RelayDeps): void {
  if (!isVendorId(id)) return
  const owner = { user: call.user.id, token: call.token?.id ?? 0 }
  services.responsePlaces.add({ id, owner, channel: channel.id, key: channel.keyId ?? 0, model: call.model })
}
