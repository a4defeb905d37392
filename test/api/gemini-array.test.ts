import { expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { sdkSite } from '#test/harness/sdk-site.ts'

/** Gemini's streams without `alt=sse`, which are one JSON array: https://ai.google.dev/api/generate-content */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)

  const ask = async (query = '') => {
    const url = `${site.url}/v1beta/models/${site.model}:streamGenerateContent${query}`
    const headers = { 'x-goog-api-key': site.client.apiKey ?? '', 'content-type': 'application/json' }
    const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'three words here' }] }] })
    const answer = await fetch(url, { method: 'POST', headers, body })
    return { type: answer.headers.get('content-type'), text: await answer.text() }
  }
  const textOf = (items: { candidates?: { content?: { parts?: { text?: string }[] } }[] }[]) =>
    items.map(({ candidates }) => candidates?.[0]?.content?.parts?.[0]?.text ?? '').join('')
  const channel = (type: number, behaviour: string) =>
    site.relay.channel({
      type,
      models: site.model,
      model_mapping: JSON.stringify({ [site.model]: `${type === 24 ? 'gemini-2.5-flash' : 'fake-gpt'}@${behaviour}` }),
    })

  test.each([
    ['that passes through', 24],
    ['that is converted', 1],
  ])('a stream %s', async (_, type) => {
    await channel(type, 'tokens=4')
    const { type: contentType, text } = await ask()
    expect(contentType).toStartWith('application/json')
    expect(textOf(JSON.parse(text))).toBe('The quick brown fox')
    const [row] = await site.relay.charges(site.model, 1)
    expect(row).toMatchObject({ quota: 3 + 2 * 4, stream: true })
  })

  test('a stream that is cut ends with the error, in an array that is whole', async () => {
    await channel(24, 'tokens=9&cut_after=4')
    const items = JSON.parse((await ask()).text)
    expect(textOf(items.slice(0, -1))).not.toBe('')
    expect(items.at(-1)).toMatchObject({ error: { code: expect.any(Number), message: expect.any(String) } })
  })

  test('events, for whoever asks for them', async () => {
    await channel(24, 'tokens=4')
    const { type, text } = await ask('?alt=sse')
    expect(type).toStartWith('text/event-stream')
    expect(text).toStartWith('data: {')
  })
})
