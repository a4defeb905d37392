import { beforeAll, expect, test } from 'bun:test'
import { endpoints } from '#contract/api/all.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'

/** USD per million tokens of a call of a million tokens: its cost is this number of USD. */
const PRICE = 9.87654321
/** The cost in thousandths of a unit and in units, the price, and the upstream's id, which bills name. */
const SECRETS = ['4938271610', '4938271.61', '4938272', '9.87654321', 'req_of_the_vendor']
const usage = { prompt_tokens: 999_990, completion_tokens: 10, total_tokens: 1_000_000 }
const answer = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
  usage,
}

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let user: LoggedIn
  let token: string
  beforeAll(async () => {
    const models = relay.model()
    const buy_price = JSON.stringify({ models: { [models]: { input: PRICE, output: PRICE } } })
    const headers = { 'x-request-id': 'req_of_the_vendor' }
    await relay.channelThat(() => Response.json(answer, { headers }), { models, buy_price })
    user = await relay.server.login((await relay.server.addUser({ quota: 100_000_000 })).username, PASSWORD)
    token = await relay.token({}, user)
    await (await relay.chat(token, { model: models })).text()
    await relay.charges(models, 1)
  }, START_MS)

  /** The description of the interface names all fields; logging out by a GET ends the session. */
  const OTHERS = ['openApi', 'docsPage', 'logoutByGet']
  const reading = Object.entries(endpoints).filter(
    ([name, { method, params }]) => method === 'GET' && !params && !OTHERS.includes(name),
  )
  const told = (text: string) => SECRETS.filter((secret) => text.includes(secret))
  const textOf = async (path: string, headers: Record<string, string>) =>
    (await relay.server.request(path, { headers })).text()

  test('the call has a cost, which administrators see', async () => {
    expect(await textOf('/api/log', relay.root.headers)).toContain(SECRETS[0]!)
    expect(await textOf('/api/margin', relay.root.headers)).toContain('4938272')
    expect(await textOf('/api/channel', relay.root.headers)).toContain('9.87654321')
  })

  test.each(reading)('%s tells its user nothing of it', async (_name, { path }) => {
    const text = await textOf(path, user.headers)
    expect(told(text)).toEqual([])
    expect(text.match(/"(buy_price|cost|costed|upstream_id)"/)).toBeNull()
  })

  test('neither does the row of the call, nor what a token may read', async () => {
    const own = (await (await relay.server.request('/api/log/self', { headers: user.headers })).json()) as {
      data: { items: { id: number }[] }
    }
    const row = await textOf(`/api/log/self/${own.data.items[0]!.id}`, user.headers)
    const rows = await textOf('/api/log/token', { authorization: `Bearer ${token}` })
    const file = await textOf('/api/log/self/export?format=csv', user.headers)
    for (const text of [row, rows, file]) {
      expect(text.length).toBeGreaterThan(100)
      expect(told(text)).toEqual([])
      expect(text.includes('cost')).toBe(false)
    }
  })
})
