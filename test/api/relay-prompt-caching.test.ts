import { expect, test } from 'bun:test'
import { onDatabase } from '#test/harness/databases.ts'
import { sdkSite } from '#test/harness/sdk-site.ts'

onDatabase('sqlite', (fresh) => {
  const site = sdkSite(fresh)
  const tools = [{ type: 'function' as const, function: { name: 'run', parameters: { type: 'object' } } }]

  async function sentBy(settings: string, more: object = {}): Promise<string> {
    site.model = site.relay.model()
    const mapping = JSON.stringify({ [site.model]: 'claude-sonnet-4-5' })
    await site.relay.channel({ type: 14, models: site.model, model_mapping: mapping, settings })
    const messages = [{ role: 'user', content: 'word '.repeat(5000) }]
    const response = await site.relay.post('/v1/chat/completions', await site.relay.token(), {
      model: site.model,
      messages,
      tools,
      ...more,
    })
    expect(response.status).toBe(200)
    return Buffer.from(site.relay.upstream.requests.at(-1)!.body).toString()
  }

  test('a conversation of a chat client reaches Claude with marks for its cache', async () => {
    expect(await sentBy('')).toContain('"cache_control":{"type":"ephemeral"}')
  })

  test('not where the channel is switched off, unless the caller gives a key', async () => {
    expect(await sentBy('{"prompt_caching":false}')).not.toContain('cache_control')
    const sent = await sentBy('{"prompt_caching":false}', { prompt_cache_key: 'mine' })
    expect(sent).toContain('cache_control')
    expect(sent).not.toContain('mine')
  })
})
