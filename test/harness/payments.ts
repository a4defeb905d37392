import { expect } from 'bun:test'
import { setOption } from '#contract/api/options.ts'
import type { TopUpRow } from '#server/sales/topup/tables.ts'
import { type FakeEpay, type FakeEpayOptions, startFakeEpay } from '#test/fake-epay/server.ts'
import type { Place } from './databases.ts'
import { type LoggedIn, PASSWORD, startServer, type TestServer } from './server.ts'

/** A server whose online top-up is set up with a fake gateway. */
export interface Shop {
  server: TestServer
  epay: FakeEpay
  root: LoggedIn
  set(key: string, value: string): Promise<void>
  /** Adds a user and logs in. */
  customer(columns?: Parameters<TestServer['addUser']>[0]): Promise<Customer>
  order(tradeNo: string): Promise<TopUpRow>
  /** Everything that was logged so far, as text. */
  logged(): string
  close(): Promise<void>
}

export interface Customer extends LoggedIn {
  id: number
  /** Calls one of the two payment calls; the reply as it is. */
  post(path: 'amount' | 'pay', body: unknown): Promise<Record<string, unknown>>
  /** Orders for some dollars and opens the gateway's page; the order's number. */
  start(amount?: number): Promise<string>
  /** The wallet. */
  quota(): Promise<number>
  /** The contents of the user's top-up rows. */
  topUps(): Promise<{ content: string; quota: number }[]>
}

export async function openShop(place: Place, options: Omit<FakeEpayOptions, 'deliver'> = {}): Promise<Shop> {
  const server = await startServer(place, { logLevel: 'silent' })
  const lines: string[] = []
  const { log, store } = server.services
  for (const level of ['warn', 'error', 'info'] as const) {
    log[level] = (...words: unknown[]) => void lines.push(Bun.inspect(words))
  }
  const deliver = (url: string, init?: RequestInit) => {
    const { pathname, search } = new URL(url)
    return server.request(pathname + search, init)
  }
  const epay = startFakeEpay({ ...options, deliver })
  const root = await server.root()
  const set = async (key: string, value: string) => {
    expect(await root.call(setOption, { body: { key, value } })).toMatchObject({ success: true })
  }
  await set('ServerAddress', 'https://switchyard.test')
  await set('PayAddress', epay.address)
  await set('EpayId', epay.pid)
  await set('EpayKey', epay.key)

  async function customer(columns: Parameters<TestServer['addUser']>[0] = {}): Promise<Customer> {
    const { id, username } = await server.addUser(columns)
    const client = await server.login(username, PASSWORD)
    const post: Customer['post'] = async (path, body) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const init = { method: 'POST', headers: client.headers, body: text }
      return (await server.request(`/api/user/${path}`, init)).json() as Promise<Record<string, unknown>>
    }
    return {
      ...client,
      id,
      post,
      async start(amount = 2) {
        const reply = await post('pay', { amount, top_up_code: '', payment_method: 'zfb' })
        const fields = reply.data as Record<string, string>
        return (await epay.submit(String(reply.url), fields)).outTradeNo
      },
      async quota() {
        const user = store.db.selectFrom('users').select('quota').where('id', '=', id)
        return (await user.executeTakeFirstOrThrow()).quota
      },
      topUps: () =>
        store.db
          .selectFrom('logs')
          .select(['content', 'quota'])
          .where('user_id', '=', id)
          .where('type', '=', 1)
          .execute(),
    }
  }

  return {
    server,
    epay,
    root,
    set,
    customer,
    order: (tradeNo) =>
      store.db.selectFrom('top_ups').selectAll().where('trade_no', '=', tradeNo).executeTakeFirstOrThrow(),
    logged: () => lines.join('\n'),
    async close() {
      await epay.stop()
      await server.close()
    },
  }
}
