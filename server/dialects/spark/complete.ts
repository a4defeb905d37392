import type { JsonObject } from '../conversation.ts'
import { objectOf, objectsOf, parsedObject } from '../json.ts'
import { AGREED } from '../plain-turns.ts'
import type { SparkVersion } from './versions.ts'

/** Puts into a request what only the channel knows: the app and the version; older ones have no instructions. */
export function completeRequest(body: Uint8Array, appId: string, { domain, hasSystem }: SparkVersion): Buffer {
  const request = parsedObject(Buffer.from(body).toString('utf8')) ?? {}
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
    { role: 'assistant', content: AGREED },
  ]
}
