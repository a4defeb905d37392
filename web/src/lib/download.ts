import type { Endpoint, Input } from '#contract/api/endpoint.ts'
import { readEnvelope, request } from './api.ts'

/** Time until the object URL is revoked; every browser has started to save by then. */
const KEPT_MS = 60_000

/** Downloads data as a file. */
export function saveFile(name: string, data: Blob) {
  const url = URL.createObjectURL(data)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}

/** Calls an endpoint that returns a file, and saves it. Throws ApiError; a refusal is sent as an envelope. */
export async function downloadReply<E extends Endpoint>(endpoint: E, input: Input<E>, name: string) {
  const reply = await request(endpoint, input)
  const isRefused = !reply.ok || reply.headers.get('content-type')?.startsWith('application/json')
  if (isRefused) await readEnvelope(reply)
  else saveFile(name, await reply.blob())
}

/** Downloads a text as a file. */
export function downloadText(fileName: string, text: string, type = 'text/plain') {
  saveFile(fileName, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** Returns a file name valid on every system: reserved characters become `_`. */
export function fileNameOf(name: string): string {
  return (
    name
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are not allowed either
      .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_')
      .replace(/^[.\s]+|[.\s]+$/g, '_')
  )
}
