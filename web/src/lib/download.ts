import type { Endpoint, Input } from '#contract/api/endpoint.ts'
import { readEnvelope, request } from './api.ts'

/** Long enough for every browser to have begun to save. */
const KEPT_MS = 60_000

/** Offers data to the reader as a file. */
export function saveFile(name: string, data: Blob) {
  const url = URL.createObjectURL(data)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}

/** Calls an endpoint that answers with a file, and saves it. Throws ApiError; a refusal comes as an envelope. */
export async function downloadReply<E extends Endpoint>(endpoint: E, input: Input<E>, name: string) {
  const reply = await request(endpoint, input)
  const isRefused = !reply.ok || reply.headers.get('content-type')?.startsWith('application/json')
  if (isRefused) await readEnvelope(reply)
  else saveFile(name, await reply.blob())
}

/** Hands a text to the reader as a file to keep. */
export function downloadText(fileName: string, text: string, type = 'text/plain') {
  saveFile(fileName, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** A name that every system takes for a file: what they reserve becomes `_`. */
export function fileNameOf(name: string): string {
  return (
    name
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are not allowed either
      .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_')
      .replace(/^[.\s]+|[.\s]+$/g, '_')
  )
}
