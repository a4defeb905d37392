import OpenAI from 'openai'
import type { ResponseCreateParamsNonStreaming, ResponseStreamEvent } from 'openai/resources/responses/responses'
import { lastSent, type SdkSite } from './sdk-site.ts'

/** Types of channels whose upstreams do not speak responses, with a model of theirs; and OpenAI's, which does. */
export const OPENAI = { type: 1, name: 'gpt-4.1' }
export const CHAT_ONLY = { type: 43, name: 'deepseek-chat' }
export const CLAUDE = { type: 14, name: 'claude-sonnet-4-5' }
export const GEMINI = { type: 24, name: 'gemini-2.5-flash' }
export const CONVERTED = [
  ['a vendor of chat completions', CHAT_ONLY],
  ['Claude', CLAUDE],
  ['Gemini', GEMINI],
] as const

/** What tests of responses across channels share. */
export function responsesCalls(site: SdkSite) {
  const calls = {
    /** From now on the test's model is another one, at an upstream that behaves as told. */
    async goTo({ type, name }: { type: number; name: string }, behaviour = 'tokens=3'): Promise<void> {
      site.model = site.relay.model()
      const model_mapping = JSON.stringify({ [site.model]: `${name}@${behaviour}` })
      await site.relay.channel({ type, models: site.model, model_mapping })
    },
    create: (fields: Omit<ResponseCreateParamsNonStreaming, 'model'>, client = site.client) =>
      client.responses.create({ model: site.model, ...fields }),
    async stream(fields: Omit<ResponseCreateParamsNonStreaming, 'model'>) {
      const events: ResponseStreamEvent[] = []
      const stream = await site.client.responses.create({ model: site.model, ...fields, stream: true })
      for await (const event of stream) events.push(event)
      const last = events.at(-1)
      if (last?.type !== 'response.completed') throw new Error(`the stream ended in ${last?.type}`)
      return { events, response: last.response }
    },
    /** What the upstream was asked last, as text. */
    sent: () => JSON.stringify(lastSent(site.relay.upstream).json),
    client: (apiKey: string) => new OpenAI({ apiKey, baseURL: `${site.url}/v1`, maxRetries: 0, logLevel: 'off' }),
  }
  return calls
}
