import { afterAll, expect, test } from 'bun:test'
import { newCaller } from '#test/harness/callers.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { clientText, openTokenUses, type TokenUses } from './token-uses.ts'

test.each([
  ['OpenAI/Python 1.109.1', 'OpenAI/Python 1.109.1'],
  ['  curl/8.5\t\r\n (x)  ', 'curl/8.5 (x)'],
  ['a\u0000b\u001b[31mc\u202ed\u200be', 'ab[31mcde'],
  ['', ''],
  ['x'.repeat(500), 'x'.repeat(120)],
  ['😀'.repeat(500), '😀'.repeat(120)],
])('the client %j is noted as %j', (userAgent, noted) => {
  expect(clientText(userAgent)).toBe(noted)
})

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const opened: TokenUses[] = []
  afterAll(() => Promise.all(opened.map((uses) => uses.close())))

  /** The uses of a node whose clock the test sets, and the number of times that it has written. */
  function open(clock: { ms: number }) {
    const { store } = server.services
    const written = { rows: 0 }
    const noteWrites = (rows: number) => {
      written.rows += rows
    }
    const uses = openTokenUses(
      { ...store, noteWrites },
      () => {},
      () => clock.ms,
    )
    opened.push(uses)
    return { uses, written }
  }
  const from = (address: string, client: string) => [client, () => address] as const
  const stored = (id: number) =>
    server.services.store.db
      .selectFrom('tokens')
      .select(['last_used_at', 'last_used_ip', 'last_used_client'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  test('many calls are one write, which has the last of them', async () => {
    const { tokenId } = await newCaller(server)
    const clock = { ms: 1_000_000_000_000 }
    const { uses, written } = open(clock)
    for (let call = 0; call < 5000; call++) {
      clock.ms += 1
      uses.note(tokenId, ...from(`10.0.0.${Math.floor(call / 1000)}`, 'curl/8.5'))
    }
    expect(await stored(tokenId)).toMatchObject({ last_used_at: 0 })
    await uses.flush()
    expect(written.rows).toBe(1)
    const row = { last_used_at: 1_000_000_004, last_used_ip: '10.0.0.4', last_used_client: 'curl/8.5' }
    expect(await stored(tokenId)).toEqual(row)
  })

  test('a node that writes late, or whose clock is behind, does not replace a later use', async () => {
    const { tokenId } = await newCaller(server)
    const [late, early] = [open({ ms: 2_000_000 }), open({ ms: 1_995_000 })]
    early.uses.note(tokenId, ...from('10.0.0.1', 'behind'))
    late.uses.note(tokenId, ...from('10.0.0.2', 'ahead'))
    await late.uses.flush()
    await early.uses.flush()
    expect(await stored(tokenId)).toEqual({ last_used_at: 2000, last_used_ip: '10.0.0.2', last_used_client: 'ahead' })
  })

  test('what a failed write could not store is stored by the next one', async () => {
    const { tokenId } = await newCaller(server)
    const { store } = server.services
    const warnings: string[] = []
    const getExecutor = () => {
      throw new Error('away')
    }
    const place = { ...store, writes: { getExecutor } as unknown as typeof store.writes }
    const uses = openTokenUses(
      place,
      (message) => warnings.push(message),
      () => 5_000_000,
    )
    opened.push(uses)
    uses.note(tokenId, ...from('10.0.0.9', ''))
    await uses.flush()
    await uses.flush()
    expect(warnings).toHaveLength(1)
    expect(await stored(tokenId)).toMatchObject({ last_used_at: 0 })
    place.writes = store.writes
    await uses.flush()
    expect(await stored(tokenId)).toMatchObject({ last_used_at: 5000, last_used_ip: '10.0.0.9' })
  })
})
