import { afterEach, expect, mock, setSystemTime, spyOn, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'

const EVENTS = { headers: { 'content-type': 'text/event-stream' } }
const DONE = 'data: [DONE]\n\n'
const IDLE_MS = 121_000
const said = (content: string, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  afterEach(() => {
    setSystemTime()
    mock.restore()
  })

  async function ask(answer: () => Response) {
    const models = relay.model()
    await relay.channelThat(answer, { models })
    return relay.chat(await relay.token(), { model: models, stream: true })
  }

  test('a caller that reads slowly is not taken for a silent upstream', async () => {
    const words = Array.from({ length: 3000 }, () => said('word '.repeat(50)))
    const slow = await ask(() => new Response([...words, said('', 'stop'), DONE].join(''), EVENTS))
    const silent = await ask(() => {
      const never = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(said('hello'))) })
      return new Response(never, EVENTS)
    })
    const [start, steadyStart] = [Date.now(), performance.now()]
    setSystemTime(start + IDLE_MS)
    spyOn(performance, 'now').mockImplementation(() => steadyStart + IDLE_MS)
    // Its end shows that the limits of both were checked.
    expect(await silent.text()).toContain('upstream_timeout')
    expect(await slow.text()).toEndWith(DONE)
  })
})
