import type { Endpoint, Input } from '#contract/api/endpoint.ts'
import { readEnvelope, request } from './api.ts'

/** Calls an endpoint with server-sent events and yields the JSON of each event. Throws ApiError. */
export async function* callEvents<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): AsyncGenerator<unknown> {
  const response = await request(endpoint, input, signal)
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream')
  if (!isStream || !response.body) {
    await readEnvelope(response)
    return
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let rest = ''; ; ) {
    const { done, value = '' } = await reader.read()
    const events = (rest + value).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) yield JSON.parse(event.replace(/^data: /, ''))
    if (done) return
  }
}
