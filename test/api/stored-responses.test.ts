import { describe, expect, test } from 'bun:test'
import type { ResponseInputItem } from 'openai/resources/responses/responses'
import { compress } from '#server/calls/stored-responses/compressed-text.ts'
import { openStoredResponses } from '#server/calls/stored-responses/stored-responses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { CHAT_ONLY, CLAUDE, CONVERTED, GEMINI, OPENAI, responsesCalls } from '#test/harness/responses-site.ts'
import { failureOf, sdkSite } from '#test/harness/sdk-site.ts'

const input = 'three words here'

/** Turns that refer to answers of converted channels, as clients of responses do by default. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  const { goTo, create, stream, sent, client } = responsesCalls(site)
  const idOf = (output: { id?: string | undefined }[]) => output.at(-1)?.id ?? ''
  const stored = () => site.relay.server.services.storedResponses

  describe.each(CONVERTED)('an answer of %s', (_name, channel) => {
    test('is referred to as a whole, with what it answered, on any channel', async () => {
      await goTo(channel, 'reply=first+answer')
      const first = await create({ input })
      expect(first).toMatchObject({ store: true })
      await goTo(channel === CLAUDE ? GEMINI : CLAUDE, 'reply=second+answer')
      const second = await stream({ input: 'and more', previous_response_id: first.id })
      for (const text of [input, 'first answer', 'and more']) expect(sent()).toContain(text)
      await stored().flush()
      await goTo(channel)
      await create({ input: 'the end', previous_response_id: second.response.id })
      for (const text of [input, 'first answer', 'and more', 'second answer']) expect(sent()).toContain(text)
    })

    test('is referred to by its items, whole and streamed', async () => {
      await goTo(channel, 'tool_call=true')
      const tools = [{ type: 'function' as const, name: 'look', parameters: {}, strict: false }]
      for (const { output } of [await create({ input, tools }), (await stream({ input, tools })).response]) {
        const call = output.find((item) => item.type === 'function_call')
        const references: ResponseInputItem[] = output.map(({ id = '' }) => ({ type: 'item_reference', id: id ?? '' }))
        const result = { type: 'function_call_output' as const, call_id: call?.call_id ?? '', output: 'it leaks' }
        await goTo(channel, 'reply=ok')
        await create({ input: [{ role: 'user', content: input }, ...references, result], tools })
        expect(sent()).toContain('it leaks')
        expect(sent()).toContain('look')
        await goTo(channel, 'tool_call=true')
      }
    })
  })

  test('an answer that is not to be stored is not', async () => {
    await goTo(CLAUDE)
    const first = await create({ input, store: false })
    expect(first).toMatchObject({ store: false })
    const refused = await failureOf(create({ input, previous_response_id: first.id }))
    expect(refused).toMatchObject({ status: 400, code: 'previous_response_not_found' })
    const reference = { type: 'item_reference' as const, id: idOf(first.output) }
    expect(await failureOf(create({ input: [reference] }))).toMatchObject({ status: 404, code: 'item_not_found' })
  })

  test('no answer is stored where the site wants none', async () => {
    await site.relay.option('StoreResponsesEnabled', false)
    await goTo(CLAUDE)
    const first = await create({ input })
    await site.relay.option('StoreResponsesEnabled', true)
    expect(first).toMatchObject({ store: false })
    const refused = await failureOf(create({ input, previous_response_id: first.id }))
    expect(refused).toMatchObject({ code: 'previous_response_not_found' })
  })

  test('an answer is there for its own token and for no other, also of the same user', async () => {
    await goTo(CHAT_ONLY)
    const first = await create({ input })
    const other = client(await site.relay.token())
    const refused = await failureOf(create({ input, previous_response_id: first.id }, other))
    expect(refused).toMatchObject({ status: 400, code: 'previous_response_not_found' })
    const reference = { type: 'item_reference' as const, id: idOf(first.output) }
    expect(await failureOf(create({ input: [reference] }, other))).toMatchObject({ code: 'item_not_found' })
    await stored().flush()
    expect(await failureOf(create({ input: [reference] }, other))).toMatchObject({ code: 'item_not_found' })
  })

  test('an answer is referred to on a channel of OpenAI, which never heard of it', async () => {
    await goTo(CLAUDE, 'reply=first+answer')
    const first = await create({ input })
    await goTo(OPENAI)
    const reference = { type: 'item_reference' as const, id: idOf(first.output) }
    await create({ input: [reference, { role: 'user', content: 'and more' }], temperature: 0.5 })
    expect(sent()).toContain('first answer')
    expect(sent()).not.toContain('item_reference')
    await create({ input: 'and more', previous_response_id: first.id })
    for (const text of [input, 'first answer', 'and more']) expect(sent()).toContain(text)
    expect(sent()).not.toContain('previous_response_id')
  })

  test('what OpenAI itself has stored passes on as it is', async () => {
    await goTo(OPENAI)
    const id = `resp_${'6'.repeat(48)}`
    const reference = { type: 'item_reference' as const, id: `msg_${'6'.repeat(48)}` }
    await create({ input: [reference, { role: 'user', content: input }], previous_response_id: id })
    expect(sent()).toContain(id)
    expect(sent()).toContain(reference.id)
  })

  test('an answer is in the database encrypted', async () => {
    await goTo(CHAT_ONLY, 'reply=a+secret+answer')
    await create({ input: 'a secret question' })
    await stored().flush()
    const rows = await site.relay.server.services.store.db.selectFrom('stored_responses').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ input: asked, output }) => asked.startsWith('v1.') && output.startsWith('v1.'))).toBe(true)
  })

  describe('what is kept', () => {
    const owner = { user: 900, token: 900 }
    const response = (id: string, of = owner) => ({
      id,
      owner: of,
      input: compress('"hi"'),
      output: compress('[]'),
      response: compress('{}'),
    })
    const opened = (bounds: object) => {
      const { store, vault } = site.relay.server.services
      const all = { seconds: 3600, ownerBytes: 1e6, ownerRows: 1000, totalBytes: 1e9, ...bounds }
      return openStoredResponses({ store, vault, warn: () => {} }, all)
    }
    const ids = (count: number, letter: string) => Array.from({ length: count }, (_, at) => `${letter}${at}`)

    test('expires', async () => {
      const short = opened({})
      short.add(response('short'))
      await short.flush()
      expect((await short.find({ ids: ['short'] }, owner)).size).toBe(1)
      const { db } = site.relay.server.services.store
      const aged = db.updateTable('stored_responses').set(({ eb }) => ({ created_at: eb('created_at', '-', 3601) }))
      await aged.where('id', '=', 'short').execute()
      expect((await short.find({ ids: ['short'] }, owner)).size).toBe(0)
      await short.flush()
      expect(await db.selectFrom('stored_responses').select('id').where('id', '=', 'short').execute()).toEqual([])
      await short.close()
    })

    test.each([
      ['rows', { ownerRows: 3 }],
      ['bytes', { ownerBytes: 900 }],
    ])('of one token is bounded in its %s, and the oldest goes', async (_name, bounds) => {
      const bounded = opened(bounds)
      const mine = { user: 901, token: Object.keys(bounds)[0]?.length ?? 0 }
      const names = ids(60, `${mine.token}x`)
      for (const id of names) bounded.add(response(id, mine))
      bounded.add(response(`other${mine.token}`))
      await bounded.flush()
      const found = await bounded.find({ ids: names }, mine)
      expect(found.size).toBeGreaterThan(0)
      expect(found.size).toBeLessThan(10)
      expect((await bounded.find({ ids: [`other${mine.token}`] }, owner)).size).toBe(1)
      await bounded.close()
    })

    test('of all is bounded in bytes', async () => {
      const bounded = opened({ totalBytes: 2000 })
      for (const id of ids(60, 'all')) bounded.add(response(id, { user: 902, token: 1 }))
      await bounded.flush()
      const { db } = site.relay.server.services.store
      const rows = await db.selectFrom('stored_responses').select('bytes').execute()
      expect(rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)).toBeLessThanOrEqual(2000)
      await bounded.close()
    })
  })
})
