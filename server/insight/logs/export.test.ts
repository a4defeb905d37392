import { beforeAll, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { logRow } from '#test/harness/log-row.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

const ROWS = 2_500

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let user: LoggedIn

  beforeAll(async () => {
    const { username, id } = await server.addUser({ username: 'bob' })
    user = await server.login(username, PASSWORD)
    const row = (n: number) =>
      logRow({
        // Many rows share a second, so that a page ends in the middle of one.
        created_at: 1_772_000_000 + Math.floor(n / 700),
        content: n === 0 ? '=HYPERLINK("http://evil.example","x")' : `text, "${n}"\nnext line`,
        ...(n % 2 ? { user_id: id, username: 'bob' } : {}),
        token_name: '-1+1',
        model_name: n % 3 ? 'gpt-4o' : 'o3',
        quota: n,
        other: JSON.stringify({ model_ratio: 1, admin_info: { use_channel: ['7'] } }),
        request_id: `r${n}`,
      })
    const rows = Array.from({ length: ROWS }, (_, n) => row(n))
    for (let i = 0; i < ROWS; i += 500) {
      await server.services.store.db
        .insertInto('logs')
        .values(rows.slice(i, i + 500))
        .execute()
    }
  })

  const get = (who: LoggedIn, path: string) => server.request(path, { headers: who.headers })
  const lines = async (response: Response) => (await response.text()).trimEnd().split('\n')
  const objects = async (response: Response) =>
    (await lines(response)).map((line) => JSON.parse(line) as Record<string, unknown>)

  test('a JSON Lines file has every row of the filter once, newest first', async () => {
    const all = await objects(await get(root, '/api/log/export?format=jsonl'))
    expect(all.map(({ quota }) => quota)).toEqual(Array.from({ length: ROWS }, (_, n) => ROWS - 1 - n))
    const some = await objects(await get(root, '/api/log/export?format=jsonl&username=bob&model_name=o%25'))
    expect(some).toHaveLength(Array.from({ length: ROWS }, (_, n) => n).filter((n) => n % 2 && n % 3 === 0).length)
    expect(await (await get(root, '/api/log/export?format=jsonl&username=null')).text()).toBe('')
  })

  test('own rows tell nothing about channels', async () => {
    const own = await objects(await get(user, '/api/log/self/export?format=jsonl&username=root'))
    expect(own).toHaveLength(ROWS / 2)
    expect(own[0]).not.toHaveProperty('channel')
    expect(own[0]).toMatchObject({ username: 'bob', details: '{"model_ratio":1}' })
  })

  test('a CSV file names units and time zone, and holds no formula', async () => {
    const response = await get(root, '/api/log/export?end_timestamp=1772000000&time_zone=Asia/Shanghai')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="logs.csv"')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
    expect(text).toStartWith('\uFEFFtime (Asia/Shanghai),unix_time (seconds),id,')
    expect(text).toContain(',quota (quota units),')
    const last = text.trimEnd().split('\r\n').at(-1)
    expect(last).toStartWith('2026-02-25 14:13:20,1772000000,')
    expect(last).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`)
    expect(last).toContain(",'-1+1,")
  })

  test('a time zone that does not exist is refused', async () => {
    expect(await (await get(root, '/api/log/export?time_zone=Mars/Olympus')).json()).toMatchObject({ success: false })
  })
})
