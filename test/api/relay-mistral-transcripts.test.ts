import { expect, test } from 'bun:test'
import { toFile } from 'openai'
import { mistralTranscript } from '#test/fake-upstream/mistral-transcripts.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { failureOf, sdkSite } from '#test/harness/sdk-site.ts'

const MISTRAL = 42
const TEXT = 'talk.mp3 has 3 bytes'
/** A minute of sound at 4 USD for a million of its tokens costs what Mistral charges: 0.003 USD. */
const MINUTE = { audioInput: 750, output: 20 }

/** OpenAI's SDK as the caller, Mistral as the upstream. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  const channel = () => site.relay.channelThat(mistralTranscript, { type: MISTRAL, models: site.model })
  const recording = () => toFile(Buffer.from('abc'), 'talk.mp3', { type: 'audio/mpeg' })

  test('a transcript is in the form of OpenAI, and paid by the second', async () => {
    await channel()
    const answer = await site.client.audio.transcriptions.create({
      model: site.model,
      file: await recording(),
      response_format: 'verbose_json',
      timestamp_granularities: ['segment'],
      language: 'en',
    })
    expect(answer).toMatchObject({ text: TEXT, segments: [{ text: TEXT, end: 2.5 }] })
    const [row] = await site.relay.charges(site.model, 1)
    expect(row?.receipt).toMatchObject({ usage: MINUTE, usage_source: 'upstream' })
  })

  test('a stream has the events of OpenAI', async () => {
    await channel()
    const file = await recording()
    const stream = await site.client.audio.transcriptions.create({ model: site.model, file, stream: true })
    let said = ''
    let last: unknown
    for await (const event of stream) {
      if (event.type === 'transcript.text.delta') said += event.delta
      last = event
    }
    expect(said).toBe(TEXT)
    expect(last).toMatchObject({ type: 'transcript.text.done', text: TEXT, usage: { input_tokens: 750 } })
    const [row] = await site.relay.charges(site.model, 1)
    expect(row?.receipt).toMatchObject({ usage: MINUTE, usage_source: 'upstream', end_reason: 'stop' })
  })

  test('subtitles are refused before anything is sent, and cost nothing', async () => {
    await channel()
    const file = await recording()
    const call = site.client.audio.transcriptions.create({ model: site.model, file, response_format: 'srt' })
    expect(await failureOf(call as Promise<unknown>)).toMatchObject({ status: 400, code: 'convert_request_failed' })
    expect(await site.relay.charges(site.model)).toEqual([])
  })
})
