import { describe, expect, test } from 'bun:test'
import type { OpenAI } from 'openai'
import { onDatabase } from '#test/harness/databases.ts'
import { sdkSite } from '#test/harness/sdk-site.ts'

onDatabase('sqlite', (fresh) => {
  const site = sdkSite(fresh)

  /** A channel of OpenAI's whose model is this one at the vendor. */
  async function goTo(name: string, settings = '') {
    site.model = site.relay.model()
    const mapping = JSON.stringify({ [site.model]: name })
    await site.relay.channel({ type: 1, models: site.model, model_mapping: mapping, settings })
    const { OpenAI: Client } = await import('openai')
    return new Client({ baseURL: `${site.url}/v1`, apiKey: await site.relay.token(), maxRetries: 0 })
  }
  const asked = (): OpenAI.ChatCompletionCreateParamsNonStreaming => ({
    model: site.model,
    messages: [{ role: 'user', content: 'Hello' }],
    max_tokens: 100,
    stop: ['END'],
    temperature: 0.2,
  })

  describe('parameters that the model refuses', () => {
    test('are left out of a body that passes through, and named in the log row', async () => {
      const client = await goTo('gpt-5')
      const answer = await client.chat.completions.create(asked())
      expect(answer.choices[0]?.message.content).toBeTruthy()
      const [row] = await site.relay.charges(site.model)
      expect(row?.receipt.omitted).toEqual(['temperature', 'stop'])
      const sent = JSON.parse(Buffer.from(site.relay.upstream.requests.at(-1)!.body).toString())
      expect(sent).toEqual({ model: 'gpt-5', messages: asked().messages, max_completion_tokens: 100 })
    })

    test('are left out of a stream, too', async () => {
      const client = await goTo('o4-mini')
      let text = ''
      for await (const chunk of await client.chat.completions.create({ ...asked(), stream: true })) {
        text += chunk.choices[0]?.delta.content ?? ''
      }
      expect(text).not.toBe('')
    })

    test('are sent where the channel does not fit them, and the vendor refuses', async () => {
      const client = await goTo('gpt-5', '{"fit_parameters":false}')
      const refusal = await client.chat.completions.create(asked()).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ status: 400, code: 'unsupported_parameter', param: 'max_tokens' })
    })
  })
})
