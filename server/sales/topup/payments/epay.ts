import { callService } from '../../../wire/egress/call-service.ts'
import { epaySign, isEpaySigned } from './epay-sign.ts'
import {
  amountOf,
  centsOf,
  type Gateway,
  GatewayError,
  type NewPayment,
  type Notice,
  type OrderAnswer,
} from './gateway.ts'

/** `payment_method` of the console → `type` of the gateway. */
const TYPES: Readonly<Record<string, string>> = { zfb: 'alipay', wx: 'wxpay' }
const CURRENCY = 'CNY'
const QUERY_TIMEOUT_MS = 10_000

interface Settings {
  address: string
  pid: string
  key: string
}

/** The Epay protocol (易支付): a signed form, a signed callback, and `api.php?act=order`, all amounts in yuan. */
export const epay: Gateway = {
  open({ PayAddress: address, EpayId: pid, EpayKey: key, Price: price }) {
    const settings = { address, pid, key }
    return {
      currency: CURRENCY,
      price,
      createPayment: (order) => ({
        kind: 'form',
        url: pathBelow(address, 'submit.php').href,
        fields: formFields(settings, order),
      }),
      verifyCallback: ({ fields }) => (isEpaySigned(fields, key) ? noticeOf(fields, pid) : undefined),
      queryOrder: ({ tradeNo }) => queryOrder(settings, tradeNo),
      testCredentials: () => queryMerchant(settings),
    }
  },
}

/** Keeps the path of the gateway's address, because a gateway may be in a folder of its host. */
function pathBelow(address: string, name: string): URL {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${name}`
  return url
}

function formFields({ pid, key }: Settings, order: NewPayment): Record<string, string> {
  const fields = {
    pid,
    type: TYPES[order.method] ?? '',
    out_trade_no: order.tradeNo,
    notify_url: `${order.callbackBase}/api/user/epay/notify`,
    return_url: `${order.siteBase}/api/user/epay/return`,
    name: order.title,
    money: amountOf(order.cents),
    device: 'pc',
  }
  return { ...fields, sign: epaySign(fields, key), sign_type: 'MD5' }
}

function noticeOf(fields: Readonly<Record<string, string>>, pid: string): Notice | undefined {
  const { out_trade_no: tradeNo, trade_no: gatewayTradeNo, money = '', trade_status } = fields
  const cents = centsOf(money)
  if (fields.pid !== pid || !tradeNo || !gatewayTradeNo || cents === undefined) return undefined
  return { paid: trade_status === 'TRADE_SUCCESS', payment: { tradeNo, gatewayTradeNo, cents, currency: CURRENCY } }
}

/**
 * `code` 1 = found, `status` 1 = paid. Numbers are sent as numbers or as strings, depending on the gateway's
 * version.
 */
async function queryOrder({ address, pid, key }: Settings, tradeNo: string): Promise<OrderAnswer> {
  const url = pathBelow(address, 'api.php')
  url.search = new URLSearchParams({ act: 'order', pid, key, out_trade_no: tradeNo }).toString()
  const reply = await readReply(url.href)
  if (Number(reply.code) !== 1) return { kind: 'unknown' }
  const text = (name: string) => String(reply[name] ?? '')
  if (text('out_trade_no') !== tradeNo || (text('pid') !== '' && text('pid') !== pid)) {
    throw new GatewayError('the gateway answered with another order')
  }
  if (Number(reply.status) !== 1) return { kind: 'unpaid' }
  const cents = centsOf(text('money'))
  if (text('trade_no') === '' || cents === undefined)
    throw new GatewayError('the answer of the gateway has no order number or amount')
  return { kind: 'paid', payment: { tradeNo, gatewayTradeNo: text('trade_no'), cents, currency: CURRENCY } }
}

/**
 * `act=query` returns the merchant: `code` 1 = number and key are right. The response holds the key, `msg` does
 * not.
 */
async function queryMerchant({ address, pid, key }: Settings) {
  const url = pathBelow(address, 'api.php')
  url.search = new URLSearchParams({ act: 'query', pid, key }).toString()
  const { code, msg, pid: shown } = await readReply(url.href)
  const isOurs = shown === undefined || String(shown) === pid
  return { known: Number(code) === 1 && isOurs, said: typeof msg === 'string' ? msg : '' }
}

/** Replaces connection errors, which may contain the URL with the merchant's key. */
async function readReply(url: string): Promise<Record<string, unknown>> {
  const { status, body } = await callService(url, { timeoutMs: QUERY_TIMEOUT_MS }).catch(() => {
    throw new GatewayError('the gateway did not answer')
  })
  if (status !== 200 || typeof body !== 'object' || body === null) {
    throw new GatewayError(`the gateway returned status ${status} and no order`)
  }
  return body as Record<string, unknown>
}
