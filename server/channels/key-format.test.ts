import { expect, test } from 'bun:test'
import { probeChannel } from '#contract/api/channel-checks.ts'
import { createChannel, updateChannel } from '#contract/api/channels.ts'
import { type ErrorCode, errorText } from '#contract/errors.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

const ACCOUNT = JSON.stringify({ project_id: 'p', private_key: 'PEM', client_email: 'a@b.example' })

/** Channel type, accepted keys, refused keys, and the error code of the refused ones. */
const FORMATS: [type: number, good: string[], bad: string[], code: ErrorCode][] = [
  [15, ['ak|sk', ' ak | sk '], ['ak', 'ak|', '|sk', 'a|b|c'], 'channel_key_baidu'],
  [16, ['a1b2.c3d4'], ['id', 'id.', 'a.b.c'], 'channel_key_zhipu'],
  [18, ['app|secret|key'], ['app|secret', 'app||key', 'a|b|c|d'], 'channel_key_spark'],
  [23, ['1250000000|id|key'], ['app|id|key', '125|id', '125|id|'], 'channel_key_tencent'],
  [
    33,
    ['AK|SK|us-east-1', 'AK|SK|us-gov-west-1|token', 'ABSK|eu-west-1', 'ABSK||eu-west-1'],
    ['AK|SK', 'AK|SK|Ohio', '|SK|us-east-1'],
    'channel_key_aws',
  ],
  [
    41,
    [ACCOUNT, 'AQ.Ab8RN6LfakeExpressKey0000'],
    ['{}', '{"project_id":"p"}', '{"type": "service_account",', '"private_key": "PEM"'],
    'channel_key_google',
  ],
  [26, ['a1b2.c3d4', 'plain'], [], 'channel_key_zhipu'],
]

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  const root = rootOf(server)

  const create = (type: number, key: string) =>
    root.call(createChannel, { body: { type, key, name: 'c', models: 'm', base_url: 'https://a.example' } })

  test.each(FORMATS)('a key of type %d has its format when it is stored', async (type, good, bad, code) => {
    for (const key of good) expect(await create(type, key)).toMatchObject({ success: true })
    const message = errorText(code, 'zh')
    for (const key of bad) expect(await create(type, key)).toMatchObject({ success: false, fields: { key: message } })
  })

  test('one wrong line keeps a whole batch out', async () => {
    expect(await create(15, 'a|b\nwrong')).toMatchObject({ success: false })
  })

  test('a change of the key, or of the type that it is for, is judged too', async () => {
    const id = (await create(15, 'ak|sk')).data?.[0]?.id ?? 0
    const change = (fields: Record<string, unknown>) => root.call(updateChannel, { body: { id, ...fields } })
    expect(await change({ key: 'wrong' })).toMatchObject({ fields: { key: errorText('channel_key_baidu', 'zh') } })
    expect(await change({ type: 18 })).toMatchObject({ fields: { key: errorText('channel_key_spark', 'zh') } })
    expect(await change({ type: 18, key: 'a|b|c' })).toMatchObject({ success: true })
    expect(await change({ name: 'another' })).toMatchObject({ success: true })
  })

  test('so is that of a form that is tried', async () => {
    const response = await server.request(probeChannel.path, {
      method: 'POST',
      headers: root.headers,
      body: JSON.stringify({ type: 15, key: 'wrong', models: 'm' }),
    })
    expect(await response.json()).toMatchObject({ fields: { key: errorText('channel_key_baidu', 'zh') } })
  })
})
