import { describe, expect, test } from 'bun:test'
import type { Response as OpenAIResponse } from 'openai/resources/responses/responses'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { CLAUDE, OPENAI, responsesCalls } from '#test/harness/responses-site.ts'
import { failureOf, sdkSite } from '#test/harness/sdk-site.ts'
import { until } from '#test/harness/until.ts'

const input = 'three words here'

forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  const { goTo, create, client } = responsesCalls(site)
  const responses = () => site.client.responses
  const ended = async (id: string): Promise<OpenAIResponse> => {
    let last: OpenAIResponse | undefined
    await until(async () => {
      last = await responses().retrieve(id)
      return last.status !== 'queued' && last.status !== 'in_progress'
    })
    return last!
  }
  const books = () => expectBooksToAgree(site.relay.server.services.store, 1)

  describe.each([
    ['OpenAI', OPENAI],
    ['Claude', CLAUDE],
  ] as const)('a response in the background of %s', (_name, channel) => {
    test('begins at once, goes on without its caller, and is charged once', async () => {
      await goTo(channel, 'tokens=8&delay_ms=20')
      const begun = await create({ input, background: true })
      expect(begun).toMatchObject({ background: true, output: [] })
      expect(begun.status).toBeOneOf(['queued', 'in_progress'])
      const done = await ended(begun.id)
      expect(done).toMatchObject({ id: begun.id, status: 'completed', background: true })
      expect(done.output_text.split(' ')).toHaveLength(8)
      expect(done.usage).toMatchObject({ output_tokens: 8 })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ completion: 8, receipt: { end_reason: 'stop' } })
      await site.relay.server.services.storedResponses.flush()
      expect(await responses().retrieve(begun.id)).toMatchObject({ status: 'completed', output: done.output })
      await books()
    })

    test('is charged when nobody asks for it', async () => {
      await goTo(channel, 'tokens=4')
      await create({ input, background: true })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ completion: 4 })
    })

    test('is read as a stream, from the beginning and from an event on', async () => {
      await goTo(channel, 'tokens=6&delay_ms=20')
      const { id } = await create({ input, background: true })
      const read = async (after?: number) => {
        const events: { type: string; sequence_number: number }[] = []
        const asked = after === undefined ? { stream: true as const } : { stream: true as const, starting_after: after }
        for await (const event of await responses().retrieve(id, asked)) events.push(event)
        return events
      }
      const all = await read()
      expect(all[0]?.type).toBe('response.created')
      expect(all.at(-1)).toMatchObject({ type: 'response.completed', response: { id, background: true } })
      expect(await read(all[3]?.sequence_number)).toEqual(all.slice(4))
      await site.relay.charges(site.model, 1)
    })

    test('goes on when the caller of its stream has gone', async () => {
      await goTo(channel, 'tokens=8&delay_ms=20')
      const stream = await site.client.responses.create({ model: site.model, input, background: true, stream: true })
      let id = ''
      for await (const event of stream) {
        if (event.type === 'response.created') id = event.response.id
        break
      }
      expect((await ended(id)).status).toBe('completed')
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ completion: 8, receipt: { end_reason: 'stop' } })
    })

    test('is cancelled, and charged for what was said until then', async () => {
      await goTo(channel, 'tokens=40&stall_after=5')
      const { id } = await create({ input, background: true })
      await until(
        () => site.relay.server.services.liveCalls.list({ user: '', model: site.model }).calls[0]?.tokens ?? 0 > 2,
      )
      expect(await failureOf(responses().delete(id))).toMatchObject({ status: 400, code: 'response_in_progress' })
      expect(await responses().cancel(id)).toMatchObject({ id, status: 'cancelled' })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.receipt.end_reason).toBe('stopped')
      expect(row?.completion).toBeLessThan(10)
      expect((await responses().retrieve(id)).status).toBe('cancelled')
      await responses().delete(id)
      expect(await failureOf(responses().retrieve(id))).toMatchObject({ status: 404 })
      await books()
    })

    test('is gone on from, once it has ended', async () => {
      await goTo(channel, 'tokens=3')
      const { id } = await create({ input, background: true })
      await ended(id)
      const next = await create({ input: 'and more', previous_response_id: id })
      expect(next.status).toBe('completed')
    })

    test('that breaks off has failed', async () => {
      await goTo(channel, 'tokens=9&cut_after=4')
      const { id } = await create({ input, background: true })
      expect(await ended(id)).toMatchObject({ status: 'failed', error: { code: expect.any(String) } })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.receipt.end_reason).toBe('upstream_error')
    })
  })

  test('what refuses a call refuses it at once', async () => {
    const poor = await site.relay.server.addUser({ quota: 0 })
    const token = await site.relay.token({}, await site.relay.server.login(poor.username, 'password'))
    await goTo(CLAUDE)
    expect(await failureOf(create({ input, background: true }, client(token)))).toMatchObject({ status: 403 })
    expect(await failureOf(create({ input, background: true, store: false }))).toMatchObject({
      status: 400,
      code: 'background_needs_store',
    })
    await site.relay.option('StoreResponsesEnabled', false)
    const refused = await failureOf(create({ input, background: true }))
    await site.relay.option('StoreResponsesEnabled', true)
    expect(refused).toMatchObject({ status: 400, code: 'background_unsupported' })
  })

  test('is nobody else’s, and fails with the node that ran it', async () => {
    await goTo(CLAUDE, 'tokens=40&stall_after=5')
    const { id } = await create({ input, background: true })
    const other = client(await site.relay.token())
    expect(await failureOf(other.responses.retrieve(id))).toMatchObject({ status: 404 })
    expect(await failureOf(other.responses.cancel(id))).toMatchObject({ status: 404 })
    await responses().cancel(id)
    const services = site.relay.server.services
    await services.storedResponses.flush()
    const call = id.replace('resp_', '')
    const owner = await services.store.db
      .selectFrom('stored_responses')
      .selectAll()
      .where('id', '=', call)
      .executeTakeFirstOrThrow()
    // As another node would have left it that was killed.
    const { compress } = await import('#server/calls/stored-responses/compressed-text.ts')
    const lost = `20${call.slice(2, -1)}Z`
    const head = { id: `resp_${lost}`, status: 'queued', background: true, node: 'killed' }
    services.storedResponses.add({
      id: lost,
      owner: { user: owner.user_id, token: owner.token_id },
      input: compress('"hi"'),
      output: compress('[]'),
      response: compress(JSON.stringify(head)),
    })
    expect(await responses().retrieve(`resp_${lost}`)).toMatchObject({
      status: 'failed',
      error: { code: 'server_error' },
    })
  })
})
