/** An upstream that answers as fast as it is read: streams of `STREAM_BYTES`, and a short answer to everything else. */
const STREAM_BYTES = 32 * 1024 * 1024
const EVENTS_AT_ONCE = 400

const eventOf = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ id: 'flood', object: 'chat.completion.chunk', created: 1, model: 'flood', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const events = new TextEncoder().encode(eventOf({ content: ' some words' }, null).repeat(EVENTS_AT_ONCE))
const end = new TextEncoder().encode(`${eventOf({}, 'stop')}data: [DONE]\n\n`)
const whole = JSON.stringify({
  id: 'flood',
  object: 'chat.completion',
  created: 1,
  model: 'flood',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
})

const wholeMessage = JSON.stringify({
  id: 'flood',
  type: 'message',
  role: 'assistant',
  model: 'flood',
  content: [{ type: 'text', text: 'Hello.' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 10, output_tokens: 2 },
})

function streamed(): Response {
  let left = STREAM_BYTES
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(left > 0 ? events : end)
      if (left <= 0) controller.close()
      left -= events.length
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT),
  idleTimeout: 0,
  maxRequestBodySize: 256 * 1024 * 1024,
  async fetch(request) {
    const beginning = Buffer.from(await request.arrayBuffer()).toString('latin1', 0, 200)
    if (beginning.includes('"stream":true')) return streamed()
    const answer = request.url.endsWith('/messages') ? wholeMessage : whole
    return new Response(answer, { headers: { 'content-type': 'application/json' } })
  },
})

export {}
