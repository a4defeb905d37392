import { expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  test('Codex, which names its version, gets its own list of the models that the token may use', async () => {
    const model = relay.model()
    await relay.channel({ models: `${model},claude-sonnet-4-6` })
    const headers = { authorization: `Bearer ${await relay.token()}` }
    const listed = async (query: string, more = {}) =>
      (await relay.server.request(`/v1/models${query}`, { headers: { ...headers, ...more } })).json()
    const { models } = (await listed('?client_version=0.153.4')) as { models: Record<string, unknown>[] }
    expect(models.map(({ slug }) => slug)).toEqual(expect.arrayContaining([model, 'claude-sonnet-4-6']))
    for (const one of models) {
      expect(one).toMatchObject({
        display_name: one.slug,
        visibility: 'list',
        supported_in_api: true,
        shell_type: 'shell_command',
      })
      expect(one.base_instructions).toBeString()
    }
    const claude = models.find(({ slug }) => slug === 'claude-sonnet-4-6')
    expect(claude).toMatchObject({ default_reasoning_level: 'medium', context_window: expect.any(Number) })
    expect(await listed('')).toMatchObject({ object: 'list' })
    // Another format has such a query for nothing.
    const anthropic = await listed('?client_version=1', {
      'anthropic-version': '2023-06-01',
      'x-api-key': headers.authorization.slice(7),
    })
    expect(anthropic).toHaveProperty('has_more')
  })
})
