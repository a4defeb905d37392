/**
 * What a relay on this runtime costs when it does nothing but relay: no token, no price, no log. `PORT` and `UPSTREAM`
 * say where. The floor for anything written for it.
 */
const upstream = `http://127.0.0.1:${process.env.UPSTREAM}/v1/chat/completions`

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT),
  idleTimeout: 0,
  async fetch(request) {
    if (request.method !== 'POST') return new Response()
    const { headers, body } = await fetch(upstream, {
      method: 'POST',
      headers: {
        authorization: request.headers.get('authorization') ?? '',
        'content-type': 'application/json',
      },
      body: await request.arrayBuffer(),
    })
    return new Response(body, { headers: { 'content-type': headers.get('content-type') ?? 'application/json' } })
  },
})
