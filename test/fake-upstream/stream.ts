import type { Behaviour } from './behaviour.ts'
import type { StreamEvent } from './generate.ts'
import type { InvoiceLine } from './invoice.ts'
import { silence } from './silence.ts'

const SSE_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

/**
 * Sends events at the pace asked for and misbehaves where asked. Pulled by the connection, so a slow or absent reader
 * holds it back and the invoice counts only what was handed over.
 */
export function streamEvents(
  events: Iterable<StreamEvent>,
  behaviour: Behaviour,
  line: InvoiceLine,
  signal: AbortSignal,
): Response {
  const encoder = new TextEncoder()
  const source = misbehave(events, behaviour, signal)
  const finish = (outcome: InvoiceLine['outcome']) => {
    if (line.outcome === 'open') line.outcome = outcome
  }
  signal.addEventListener('abort', () => finish('aborted'))
  const body = new ReadableStream({
    async pull(controller) {
      const next = await source.next()
      if (signal.aborted) return
      if (next.done) {
        finish('completed')
        controller.close()
      } else if (next.value === 'cut') {
        finish('broken')
        // An error without a reason resets the connection and, unlike one with a reason, is not printed by Bun.
        controller.error()
      } else {
        line.completionTokens += next.value.tokens
        const { name, data, lineEnd: end = '\n' } = next.value
        controller.enqueue(encoder.encode(`${name ? `event: ${name}${end}` : ''}data: ${data}${end}${end}`))
      }
    },
    cancel: () => finish('aborted'),
  })
  return new Response(body, { headers: SSE_HEADERS })
}

async function* misbehave(
  events: Iterable<StreamEvent>,
  { delay_ms, cut_after, stall_after, stall_ms, malformed_after }: Behaviour,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent | 'cut'> {
  let sent = 0
  for (const event of events) {
    const content = event.tokens > 0
    if (content && sent === malformed_after) yield { data: '{"id":"chatcmpl-broken","choices":[{"ind', tokens: 0 }
    if (content && sent === stall_after) await silence(stall_ms, signal)
    if (content && sent === cut_after) {
      // Long enough for the chunks before it to leave: a reset throws away what is still in the socket's buffer.
      await Bun.sleep(50)
      yield 'cut'
    }
    if (content && delay_ms) await Bun.sleep(delay_ms)
    yield event
    if (content) sent++
  }
}
