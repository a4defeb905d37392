import { expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'

const EVENTS = { headers: { 'content-type': 'text/event-stream' } }
const WORDS = 'word '.repeat(40)

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  test('an estimated usage says its ratios and what they were learned from; a reported one says nothing', async () => {
    const model = relay.model()
    let usage: object = {}
    const said = () => JSON.stringify({ choices: [{ index: 0, delta: { content: WORDS } }], ...usage })
    await relay.channelThat(() => new Response(`data: ${said()}\n\ndata: [DONE]\n\n`, EVENTS), { models: model })
    const token = await relay.token()
    const ask = async () => (await relay.chat(token, { model, stream: true })).text()

    await ask()
    const builtIn = { family: 'other', calls: 0, ratios: [1.02, 1, 1.05, 0.79, 1] }
    expect((await relay.charges(model, 1))[0]?.receipt).toMatchObject({
      usage_source: 'estimated',
      estimate: builtIn,
    })

    usage = { usage: { prompt_tokens: 10, completion_tokens: 60, total_tokens: 70 } }
    await ask()
    const reported = (await relay.charges(model, 2))[1]?.receipt
    expect(reported?.usage_source).toBe('upstream')
    expect(reported?.estimate).toBeUndefined()

    usage = {}
    await ask()
    const learned = (await relay.charges(model, 3))[2]?.receipt.estimate
    expect(learned).toMatchObject({ family: 'other', calls: 1 })
    // 60 tokens for 40 words move the ratio of prose up.
    expect(learned?.ratios[0]).toBeGreaterThan(1.02)
    expect(learned?.ratios.slice(1)).toEqual(builtIn.ratios.slice(1))
  })
})
