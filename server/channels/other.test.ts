import { expect, test } from 'bun:test'
import { probeChannel } from '#contract/api/channel-checks.ts'
import { createChannel, updateChannel } from '#contract/api/channels.ts'
import { errorText } from '#contract/errors.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

const CLOUDFLARE = { type: 39, name: 'cf', key: 'k', models: 'm', other: ' acc-1 ' }

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  const root = rootOf(server)

  const create = async (fields: Record<string, unknown>) => {
    const { data } = await root.call(createChannel, { body: { ...CLOUDFLARE, ...fields } })
    return data?.[0]?.id ?? 0
  }
  const change = (id: number, fields: Record<string, unknown>) => root.call(updateChannel, { body: { id, ...fields } })
  const usedBy = (id: number) => server.services.channels.byId(id)?.other

  test('what a type needs beside key and address is asked for, checked, and used', async () => {
    for (const [other, code] of [
      ['', 'channel_account_id_required'],
      ['  ', 'channel_account_id_required'],
      ['a/b', 'channel_account_id_invalid'],
    ] as const) {
      const refused = await root.call(createChannel, { body: { ...CLOUDFLARE, other } })
      expect(refused).toMatchObject({ success: false, message: errorText(code, 'zh') })
      expect(refused).toMatchObject({ fields: { other: errorText(code, 'zh') } })
    }
    expect(usedBy(await create({}))).toBe('acc-1')
  })

  test('an update checks it by the type that the channel then has', async () => {
    const id = await create({ type: 1, other: '' })
    const address = { base_url: 'https://a.example' }
    expect((await change(id, { type: 39 })).message).toBe(errorText('channel_account_id_required', 'zh'))
    expect((await change(id, { type: 3, other: 'soon', ...address })).message).toBe(
      errorText('channel_api_version_invalid', 'zh'),
    )
    expect((await change(id, { type: 3, other: '2024-10-21', ...address })).success).toBe(true)
    expect((await change(id, { type: 39 })).success).toBe(true)
  })

  test('an update with nothing leaves it alone, and one with a blank empties it', async () => {
    const id = await create({ type: 17, other: '{"a":{}}' })
    await change(id, { other: '' })
    expect(usedBy(id)).toBe('{"a":{}}')
    await change(id, { other: ' ' })
    expect(usedBy(id)).toBe('')
  })

  test('the trial of a form is refused at the same field', async () => {
    const response = await server.request(probeChannel.path, {
      method: 'POST',
      headers: root.headers,
      body: JSON.stringify({ ...CLOUDFLARE, other: '' }),
    })
    expect(await response.json()).toMatchObject({
      success: false,
      fields: { other: errorText('channel_account_id_required', 'zh') },
    })
  })
})
