import { type Behaviour, behaviourOfModel } from './behaviour.ts'
import { missingParameter, refusal } from './errors.ts'

/** Pictures, speech and transcripts. Sources: platform.openai.com/docs/api-reference/images and /audio. */

/** One grey point. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='

export function images(body: { prompt?: unknown; n?: number; stream?: boolean }, behaviour: Behaviour): Response {
  if (body.prompt === undefined) return missingParameter('prompt')
  const data = Array.from({ length: body.n ?? 1 }, () => ({ b64_json: PICTURE }))
  const output = behaviour.tokens ?? 272
  const usage = {
    total_tokens: 50 + output,
    input_tokens: 50,
    output_tokens: output,
    input_tokens_details: { text_tokens: 10, image_tokens: 40 },
  }
  if (behaviour.reply !== undefined) return new Response(behaviour.reply)
  if (body.stream) {
    const shown = { b64_json: PICTURE, size: '1024x1024', quality: 'medium' }
    return events([
      { type: 'image_generation.partial_image', ...shown, partial_image_index: 0 },
      { type: 'image_generation.completed', ...shown, ...(behaviour.usage !== false && { usage }) },
    ])
  }
  return Response.json({ created: 1_795_000_000, data, ...(behaviour.usage !== false && { usage }) })
}

/** Edits and variations: a form with a picture. */
export async function changedImages(bytes: Uint8Array, contentType: string): Promise<Response> {
  const form = await new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } }).formData()
  if (!form.has('image') && !form.has('image[]')) return missingParameter('image')
  const behaviour = behaviourOfModel(String(form.get('model')))
  if (behaviour.error) return refusal(behaviour.error)
  return images({ prompt: '', n: Number(form.get('n') ?? 1), stream: form.get('stream') === 'true' }, behaviour)
}

/** As OpenAI streams these: events with a name, and nothing behind the last of them. */
function events(all: { type: string; [member: string]: unknown }[]): Response {
  const text = all.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  return new Response(text, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

/** Bytes that are neither text nor JSON, as long as the text. */
export function speech(body: { input?: unknown; voice?: unknown }, behaviour: Behaviour): Response {
  if (typeof body.input !== 'string') return missingParameter('input')
  if (typeof body.voice !== 'string') return missingParameter('voice')
  if (behaviour.reply !== undefined) return new Response(behaviour.reply, { headers: { 'content-type': 'audio/pcm' } })
  const sound = Uint8Array.from(body.input, (_, index) => (index === 0 ? 0xff : index * 37))
  return new Response(sound, { headers: { 'content-type': 'audio/mpeg' } })
}

/** Writes down the name and the size of the recording. */
export async function transcript(bytes: Uint8Array, contentType: string): Promise<Response> {
  const form = await new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } }).formData()
  const file = form.get('file')
  if (!(file instanceof File)) return missingParameter('file')
  const model = form.get('model')
  if (typeof model !== 'string') return missingParameter('model')
  const behaviour = behaviourOfModel(model)
  if (behaviour.error) return refusal(behaviour.error)
  const text = behaviour.reply ?? `${file.name} has ${file.size} bytes`
  if (form.get('stream') === 'true') {
    const usage = { type: 'tokens', input_tokens: 14, output_tokens: 45, total_tokens: 59 }
    return events([
      ...text.split(/(?<= )/).map((delta) => ({ type: 'transcript.text.delta', delta })),
      { type: 'transcript.text.done', text, ...(behaviour.usage !== false && { usage }) },
    ])
  }
  if (form.get('response_format') === 'text') {
    return new Response(`${text}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }
  const usage = {
    type: 'tokens',
    total_tokens: 26,
    input_tokens: 14,
    input_token_details: { audio_tokens: 10 },
    output_tokens: 12,
  }
  return Response.json({ text, ...(behaviour.usage !== false && { usage }) })
}
