import { describe, expect, test } from 'bun:test'
import { APIError } from 'openai'
import { createResponseStore } from '#test/fake-upstream/response-store.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { CLAUDE, CONVERTED, responsesCalls } from '#test/harness/responses-site.ts'
import { failureOf, sdkSite } from '#test/harness/sdk-site.ts'

const input = 'three words here'
const NOT_FOUND = { status: 404, code: 'response_not_found' }

forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  const { goTo, create, stream, client } = responsesCalls(site)
  const responses = () => site.client.responses
  const services = () => site.relay.server.services

  /** From now on the test's model is one at a vendor that keeps responses. */
  async function keptAtVendor(fields: object = {}) {
    const vendor = createResponseStore()
    const model = site.relay.model()
    site.model = model
    const channel = await site.relay.channelThat(vendor.answer, { models: model, ...fields })
    return { ...vendor, ...channel, model }
  }
  const otherToken = async () => client(await site.relay.token())

  describe.each(['whole', 'streamed'])('a response that its vendor keeps, %s', (how) => {
    const made = async (fields: { previous_response_id?: string; store?: boolean } = {}) =>
      how === 'whole' ? create({ input, ...fields }) : (await stream({ input, ...fields })).response

    test('is read, its input listed, and deleted, by the token that made it', async () => {
      const { key, asked } = await keptAtVendor()
      const { id } = await made()
      expect(await responses().retrieve(id)).toMatchObject({
        id,
        status: 'completed',
        output_text: 'kept at the vendor',
      })
      const items = await responses().inputItems.list(id, { limit: 5, order: 'asc' })
      expect(items.data).toMatchObject([{ type: 'message', content: [{ text: input }] }])
      await responses().delete(id)
      expect(await failureOf(responses().retrieve(id))).toMatchObject(NOT_FOUND)
      expect(asked.every((one) => one.key === key)).toBe(true)
      expect(asked.map(({ method, path }) => `${method} ${path.replace(id, 'ID')}`)).toEqual([
        ...['POST /v1/responses', 'GET /v1/responses/ID', 'GET /v1/responses/ID/input_items'],
        'DELETE /v1/responses/ID',
      ])
      await site.relay.charges(site.model, 1)
    })

    test('is nobody else’s: another token neither reads nor deletes nor goes on from it', async () => {
      const { asked } = await keptAtVendor()
      const { id } = await made()
      const other = await otherToken()
      const calls = asked.length
      for (const call of [
        () => other.responses.retrieve(id),
        () => other.responses.delete(id),
        () => other.responses.inputItems.list(id).then(() => undefined),
        () => other.responses.cancel(id),
      ])
        expect(await failureOf(call())).toMatchObject(NOT_FOUND)
      const next = create({ input, previous_response_id: id }, other)
      expect(await failureOf(next)).toMatchObject({ status: 400, code: 'previous_response_not_found' })
      expect(asked).toHaveLength(calls)
      expect(await responses().retrieve(id)).toMatchObject({ id })
    })

    test('is gone on from at its own channel, whatever the order of channels', async () => {
      const model = site.relay.model()
      site.model = model
      const vendors = [createResponseStore(), createResponseStore()]
      for (const { answer } of vendors) await site.relay.channelThat(answer, { models: model })
      const { id } = await made()
      const own = vendors.find(({ asked }) => asked.length > 0)!
      let last = id
      for (let turn = 0; turn < 6; turn++) last = (await made({ previous_response_id: last })).id
      expect(own.asked).toHaveLength(7)
      expect(own.asked.slice(1).every(({ body }) => String(body.previous_response_id).startsWith('resp_'))).toBe(true)
    })
  })

  test('a response that is not to be stored is not found', async () => {
    await keptAtVendor()
    const { id } = await create({ input, store: false })
    expect(await failureOf(responses().retrieve(id))).toMatchObject(NOT_FOUND)
  })

  test('an unknown id is not found, without a call to any vendor', async () => {
    const { asked } = await keptAtVendor()
    for (const id of [`resp_${'9'.repeat(48)}`, '\0', 'resp_\0', 'x'.repeat(1000)]) {
      expect(await failureOf(responses().retrieve(id))).toMatchObject(NOT_FOUND)
    }
    expect(asked).toEqual([])
  })

  test('a response in the foreground cannot be cancelled', async () => {
    await keptAtVendor()
    const { id } = await create({ input })
    expect(await failureOf(responses().cancel(id))).toMatchObject({ status: 400 })
    await goTo(CLAUDE)
    expect(await failureOf(responses().cancel((await create({ input })).id))).toMatchObject({ status: 400 })
  })

  test('the place of a response outlives this server, and a channel that is gone has none', async () => {
    const { id: channel } = await keptAtVendor()
    const { id } = await create({ input })
    await services().responsePlaces.flush()
    const row = await services()
      .store.db.selectFrom('response_places')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toMatchObject({ channel_id: channel, key_id: 0, model: site.model })
    services().channels.disable(channel)
    expect(await failureOf(responses().retrieve(id))).toMatchObject(NOT_FOUND)
  })

  describe.each(CONVERTED)('a response of %s, kept here', (_name, channel) => {
    test.each(['whole', 'streamed'])('is read as it was answered, listed and deleted: %s', async (how) => {
      await goTo(channel, 'reply=first+answer')
      const fields = { input, instructions: 'be brief', metadata: { a: 'b' } }
      const made = how === 'whole' ? await create(fields) : (await stream(fields)).response
      for (const flushed of [false, true]) {
        if (flushed) await services().storedResponses.flush()
        const { output_text, ...read } = await responses().retrieve(made.id)
        const { output_text: _, ...answered } = made
        expect({ ...read, _request_id: '' }).toEqual({ ...answered, _request_id: '' })
        expect(output_text).toBe('first answer')
      }
      const items = await responses().inputItems.list(made.id)
      expect(items.data).toMatchObject([
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] },
      ])
      expect(await failureOf((await otherToken()).responses.retrieve(made.id))).toMatchObject(NOT_FOUND)
      await responses().delete(made.id)
      expect(await failureOf(responses().retrieve(made.id))).toMatchObject(NOT_FOUND)
      const next = create({ input, previous_response_id: made.id })
      expect(await failureOf(next)).toMatchObject({ code: 'previous_response_not_found' })
    })
  })

  test('input items come in pages, the newest first unless asked otherwise', async () => {
    await goTo(CLAUDE)
    const texts = ['one', 'two', 'three', 'four', 'five']
    const { id } = await create({ input: texts.map((content) => ({ role: 'user', content })) })
    const read = async (query: object) => {
      const found: string[] = []
      for await (const item of responses().inputItems.list(id, query)) found.push(JSON.stringify(item))
      return found.map((item) => texts.find((text) => item.includes(`"${text}"`)))
    }
    expect(await read({ limit: 2, order: 'asc' })).toEqual(texts)
    expect(await read({ limit: 2 })).toEqual(texts.toReversed())
    expect(
      await failureOf(
        responses()
          .inputItems.list(id, { limit: 1000 })
          .then(() => undefined),
      ),
    ).toBeInstanceOf(APIError)
  })
})
