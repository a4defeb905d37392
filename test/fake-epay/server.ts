import { type Listening, listen } from '#test/harness/listening.ts'
import { sign, signed } from './sign.ts'

/** What the gateway knows of an order. */
export interface FakeOrder {
  /** The merchant's number. */
  outTradeNo: string
  tradeNo: string
  type: string
  name: string
  money: string
  notifyUrl: string
  returnUrl: string
  paid: boolean
}

export interface FakeEpayOptions {
  pid?: string
  key?: string
  /** Folder of the host in which the gateway lives, e.g. `/pay`. */
  folder?: string
  /** How callbacks and the returning browser reach the merchant; by default over the network. */
  deliver?: (url: string, init?: RequestInit) => Promise<Response>
}

export interface FakeEpay {
  /** What belongs into PayAddress. */
  address: string
  pid: string
  key: string
  orders: Map<string, FakeOrder>
  /** Paths that were asked for. */
  paths: string[]
  /** While set, every answer is this HTTP status. */
  failing: { status: number | undefined }
  /** Posts a form as the payer's browser would. Throws what the gateway's page says when it refuses. */
  submit(url: string, fields: Record<string, string>): Promise<FakeOrder>
  /** The payer pays. */
  pay(outTradeNo: string): FakeOrder
  /** The fields of the callback of an order, with a right signature over `changes`. */
  callback(outTradeNo: string, changes?: Record<string, string>): Record<string, string>
  /** Sends a callback to the address that the form named; the answer's text. */
  notify(outTradeNo: string, method?: 'GET' | 'POST', changes?: Record<string, string>): Promise<string>
  /** Sends the payer's browser back. */
  goBack(outTradeNo: string): Promise<Response>
  stop(): Promise<void>
}

/** Starts an Epay gateway that checks what it is sent as strictly as a real one. */
export function startFakeEpay(options: FakeEpayOptions = {}): FakeEpay {
  const { pid = '1001', key = 'merchant-key-of-the-fake', folder = '', deliver = fetch } = options
  const orders = new Map<string, FakeOrder>()
  const paths: string[] = []
  const failing: FakeEpay['failing'] = { status: undefined }
  let serial = Date.now()

  const server: Listening = listen(async (request) => {
    const url = new URL(request.url)
    paths.push(url.pathname)
    if (failing.status !== undefined) return new Response('<h1>Bad Gateway</h1>', { status: failing.status })
    if (url.pathname === `${folder}/submit.php` && request.method === 'POST') {
      return submitPage(Object.fromEntries(new URLSearchParams(await request.text())))
    }
    if (url.pathname === `${folder}/paid` && request.method === 'POST') {
      return payInBrowser(url.searchParams.get('out_trade_no') ?? '')
    }
    if (url.pathname === `${folder}/api.php`) return Response.json(orderReply(url.searchParams))
    return new Response('404', { status: 404 })
  })

  function submitPage(fields: Record<string, string>): Response {
    const problem = problemOf(fields)
    if (problem) return new Response(problem, { status: 400 })
    const outTradeNo = fields.out_trade_no ?? ''
    if (!orders.has(outTradeNo)) {
      serial += 1
      orders.set(outTradeNo, {
        outTradeNo,
        tradeNo: `20260101${serial}`,
        type: fields.type ?? '',
        name: fields.name ?? '',
        money: fields.money ?? '',
        notifyUrl: fields.notify_url ?? '',
        returnUrl: fields.return_url ?? '',
        paid: false,
      })
    }
    const action = `${folder}/paid?${new URLSearchParams({ out_trade_no: outTradeNo })}`
    const page = `<h1>Scan to pay</h1><p>${orderOf(outTradeNo).money}</p><form method="post" action="${action}"><button>Pay</button></form>`
    return new Response(page, { headers: { 'Content-Type': 'text/html' } })
  }

  /** The payer presses the button of the gateway's page: the merchant is told, and the browser sent back. */
  async function payInBrowser(outTradeNo: string): Promise<Response> {
    const order = orderOf(outTradeNo)
    order.paid = true
    const query = new URLSearchParams(callback(outTradeNo))
    await deliver(`${order.notifyUrl}?${query}`)
    return new Response(null, { status: 303, headers: { Location: `${order.returnUrl}?${query}` } })
  }

  function problemOf(fields: Record<string, string>): string | undefined {
    if (fields.pid !== pid) return 'unknown merchant'
    if (fields.sign_type !== 'MD5' || fields.sign !== sign(fields, key)) return 'wrong signature'
    if (!['alipay', 'wxpay'].includes(fields.type ?? '')) return 'unknown type'
    if (!/^\d+\.\d{2}$/.test(fields.money ?? '') || Number(fields.money) <= 0) return 'wrong amount'
    const addresses = [fields.notify_url, fields.return_url]
    return addresses.every((address) => URL.canParse(address ?? '')) ? undefined : 'wrong address'
  }

  function orderReply(query: URLSearchParams): object {
    const act = query.get('act')
    if (act !== 'order' && act !== 'query') return { code: -5, msg: 'No Act!' }
    if (query.get('pid') !== pid || query.get('key') !== key) return { code: -3, msg: '商户密钥不正确' }
    if (act === 'query') return { code: 1, pid: Number(pid), key, active: 1, money: '0.00', type: 1 }
    const order = orders.get(query.get('out_trade_no') ?? '')
    if (!order) return { code: -1, msg: '订单号不存在' }
    return {
      code: 1,
      msg: '查询订单号成功！',
      trade_no: order.tradeNo,
      out_trade_no: order.outTradeNo,
      api_trade_no: '',
      type: order.type,
      pid: Number(pid),
      name: order.name,
      money: order.money,
      status: order.paid ? 1 : 0,
    }
  }

  function orderOf(outTradeNo: string): FakeOrder {
    const order = orders.get(outTradeNo)
    if (!order) throw new Error(`the gateway has no order ${outTradeNo}`)
    return order
  }

  function callback(outTradeNo: string, changes: Record<string, string> = {}) {
    const { tradeNo, type, name, money, paid } = orderOf(outTradeNo)
    const trade_status = paid ? 'TRADE_SUCCESS' : 'WAIT_BUYER_PAY'
    const fields = { pid, trade_no: tradeNo, out_trade_no: outTradeNo, type, name, money, trade_status }
    return signed({ ...fields, ...changes }, key)
  }

  return {
    address: server.url + folder,
    pid,
    key,
    orders,
    paths,
    failing,
    callback,
    async submit(url, fields) {
      const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
      if (!response.ok) throw new Error(await response.text())
      return orderOf(fields.out_trade_no ?? '')
    },
    pay(outTradeNo) {
      const order = orderOf(outTradeNo)
      order.paid = true
      return order
    },
    async notify(outTradeNo, method = 'GET', changes) {
      const { notifyUrl } = orderOf(outTradeNo)
      const fields = new URLSearchParams(callback(outTradeNo, changes))
      const sent = method === 'GET' ? deliver(`${notifyUrl}?${fields}`) : deliver(notifyUrl, { method, body: fields })
      return (await sent).text()
    },
    goBack(outTradeNo) {
      const query = new URLSearchParams(callback(outTradeNo))
      return deliver(`${orderOf(outTradeNo).returnUrl}?${query}`, { redirect: 'manual' })
    },
    stop: () => server.stop(),
  }
}
