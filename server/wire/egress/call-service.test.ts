import { afterAll, expect, test } from 'bun:test'
import { type Listening, listen } from '#test/harness/listening.ts'
import { callService, OutgoingError } from './call-service.ts'

const started: Listening[] = []
afterAll(() => Promise.all(started.map((service) => service.stop())))

function serve(handler: (request: Request) => Response | Promise<Response>): string {
  const service = listen(handler)
  started.push(service)
  return service.url
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a form and JSON arrive as such, and the answer is parsed whatever its status', async () => {
  const url = serve(async (request) =>
    Response.json({ type: request.headers.get('content-type'), text: await request.text() }, { status: 418 }),
  )
  expect(await callService(url, { form: { a: '1 2', b: '&' } })).toEqual({
    status: 418,
    body: { type: 'application/x-www-form-urlencoded', text: 'a=1+2&b=%26' },
  })
  expect((await callService(url, { json: { a: 1 } })).body).toEqual({ type: 'application/json', text: '{"a":1}' })
})

test('what is no JSON is undefined', async () => {
  expect(await callService(serve(() => new Response('<html>')))).toEqual({ status: 200, body: undefined })
})

test('a redirect is not followed', async () => {
  let visits = 0
  const target = serve(() => {
    visits += 1
    return Response.json({})
  })
  const url = serve(() => Response.redirect(target))
  expect((await callService(url, { headers: { Authorization: 'secret' } })).status).toBe(302)
  expect(visits).toBe(0)
})

test('an answer that is too long is refused, also when it never ends', async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) })
  const error = await refusal(
    callService(
      serve(() => new Response(endless)),
      { maxBytes: 10_000 },
    ),
  )
  expect(error).toBeInstanceOf(OutgoingError)
  expect(String(error)).toContain('10000 bytes')
})

test('silence ends after the time limit, also in the middle of an answer', async () => {
  const silent = serve(() => new Promise(() => {}))
  expect(await refusal(callService(silent, { timeoutMs: 50 }))).toBeInstanceOf(OutgoingError)
  const stuck = serve(() => new Response(new ReadableStream({ start: (controller) => controller.enqueue('{"a":') })))
  expect(await refusal(callService(stuck, { timeoutMs: 50 }))).toBeInstanceOf(OutgoingError)
})

test('nobody there', async () => {
  const service = listen(() => new Response())
  await service.stop()
  expect(await refusal(callService(service.url))).toBeInstanceOf(OutgoingError)
})
