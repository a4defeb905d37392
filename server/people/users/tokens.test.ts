import { expect, test } from 'bun:test'
import { createToken, createTokens, deleteToken } from '#contract/api/tokens.ts'
import { listUserTokens } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)

  test("an administrator sees a lower user's tokens, newest first, and of their keys the end alone", async () => {
    for (const name of ['boss', 'peer']) await server.addUser({ username: name, role: ROLE.admin })
    const [boss, peer] = [await server.login('boss', PASSWORD), await server.login('peer', PASSWORD)]
    const { id } = await server.addUser({ username: 'owner' })
    const owner = await server.login('owner', PASSWORD)
    const first = (await owner.call(createToken, { body: { name: 'first', remain_quota: 700 } })).data!
    const gone = (await owner.call(createToken, { body: { name: 'gone' } })).data!
    await owner.call(deleteToken, { params: { id: gone.id } })
    const later = await owner.call(createTokens, { body: { names: ['second', 'third'], unlimited_quota: true } })
    await peer.call(createToken, { body: { name: "peer's" } })

    const answer = await boss.call(listUserTokens, { params: { id }, query: {} })
    expect(answer.data?.map(({ name }) => name)).toEqual(['third', 'second', 'first'])
    expect(answer.total).toBe(3)
    expect(answer.data?.at(-1)).toEqual({
      ...{ id: first.id, name: 'first', status: 1, group: '', model_limits_enabled: false },
      ...{ used_quota: 0, remain_quota: 700, unlimited_quota: false, expired_time: -1 },
      ...{ created_time: first.created_time, accessed_time: first.accessed_time, key_end: first.key.slice(-4) },
    })
    for (const { key } of [first, ...later.data!]) expect(JSON.stringify(answer.data)).not.toContain(key.slice(0, -4))

    const second = await boss.call(listUserTokens, { params: { id }, query: { p: '1', page_size: '2' } as never })
    expect(second.data?.map(({ name }) => name)).toEqual(['first'])

    const peerId = peer.user.id
    expect(await boss.call(listUserTokens, { params: { id: peerId }, query: {} })).toMatchObject({ success: false })
    expect((await root.call(listUserTokens, { params: { id: peerId }, query: {} })).data).toHaveLength(1)
    expect(await boss.call(listUserTokens, { params: { id: 999_999 }, query: {} })).toMatchObject({ success: false })
  })
})
