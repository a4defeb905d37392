import type { JsonObject } from '../conversation.ts'
import { objectOf, objectsOf, parseObject } from '../json.ts'
import { ASSISTANT_FILLER } from '../plain-turns.ts'
import type { SparkVersion } from './versions.ts'

/** Adds the channel's app and version to a request. Older versions have no system instructions. */
export function completeRequest(body: Uint8Array, appId: string, { domain, hasSystem }: SparkVersion): Buffer {
  const request = parseObject(Buffer.from(body).toString('utf8')) ?? {}
  const chat = objectOf(objectOf(request.parameter).chat)
  const payload = objectOf(request.payload)
  const text = objectsOf(objectOf(payload.message).text)
  return Buffer.from(
    JSON.stringify({
      header: { app_id: appId, ...objectOf(request.header) },
      parameter: { chat: { domain, ...chat } },
      payload: { ...payload, message: { text: hasSystem ? text : text.flatMap(withoutSystem) } },
    }),
  )
}

function withoutSystem(message: JsonObject): JsonObject[] {
  if (message.role !== 'system') return [message]
  return [
    { ...message, role: 'user' },
    { role: 'assistant', content: ASSISTANT_FILLER },
  ]
}
