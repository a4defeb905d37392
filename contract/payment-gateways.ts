/**
 * Every payment gateway as data. Options, their settings and texts, secrets, and the methods of the wallet page are
 * generated from it; `server/sales/topup/payments/<id>.ts` speaks the gateway's protocol.
 */

interface Texts {
  zh: string
  en: string
}

interface GatewayOption {
  spec:
    | { kind: 'text'; default: string; max: number; secret?: true }
    | { kind: 'url'; default: string }
    | { kind: 'decimal'; default: string; min: number; max: number }
    | { kind: 'integer'; default: string; min: number; max: number }
    | { kind: 'lines'; default: string; max: number }
    | { kind: 'choice'; default: string; choices: readonly string[] }
  label: Texts
  hint: Texts
}

interface PaymentMethod {
  label: Texts
  /** The colour of its button; absent = the primary colour. */
  look?: 'green'
}

export interface PaymentGatewaySpec {
  options: Readonly<Record<string, GatewayOption>>
  /** Options that need a value before the gateway is offered. */
  required: readonly string[]
  /** The values of `payment_method` that it serves, in the order of their buttons. */
  methods: Readonly<Record<string, PaymentMethod>>
  /** It returns money when it is asked to. Without it money is returned by hand, and only the quota is taken back. */
  refunds?: true
  /** Its callbacks go to an address that the operator enters there; with the others, each order names it. */
  fixedCallback?: true
  /** An administrator confirms its payments: no page is opened, and nothing reports them. */
  confirmed?: true
  /** The settings section of the options on the system tab. A section of its own needs its words here. */
  section: string
  sectionWords?: { title: Texts; hint: Texts }
}

const MAX_TEXT = 2000
const TEXT = { kind: 'text', default: '', max: MAX_TEXT } as const
const SECRET = { ...TEXT, secret: true } as const
const ADDRESS = { kind: 'url', default: '' } as const
/** The main ones that Stripe charges, among them some without hundredths and some with thousandths. */
const STRIPE_CURRENCIES = (
  'USD EUR GBP CNY HKD SGD AUD CAD CHF NZD JPY KRW TWD INR IDR MYR THB PHP VND AED SAR KWD BHD ' +
  'BRL MXN CLP SEK NOK DKK PLN CZK HUF ZAR TRY'
).split(' ')
const TRANSFER_CURRENCIES = ['USD', 'EUR', 'GBP', 'CNY', 'HKD', 'SGD', 'AUD', 'CAD', 'CHF', 'JPY']

export const paymentGateways = {
  epay: {
    section: 'payment',
    options: {
      PayAddress: {
        spec: ADDRESS,
        label: { zh: '支付地址，不填写则不启用在线支付', en: 'Payment address (empty: no online payment)' },
        hint: { zh: '易支付接口的地址', en: 'Address of the Epay gateway' },
      },
      EpayId: {
        spec: TEXT,
        label: { zh: '易支付商户ID', en: 'Epay merchant ID' },
        hint: { zh: '由支付平台提供', en: 'From the payment provider' },
      },
      EpayKey: {
        spec: SECRET,
        label: { zh: '易支付商户密钥', en: 'Epay merchant key' },
        hint: { zh: '敏感信息不会发送到前端显示', en: 'Never sent to the browser' },
      },
    },
    required: ['PayAddress', 'EpayId', 'EpayKey'],
    methods: {
      zfb: { label: { zh: '支付宝', en: 'Alipay' } },
      wx: { label: { zh: '微信', en: 'WeChat' }, look: 'green' },
    },
  },
  stripe: {
    section: 'stripe',
    sectionWords: {
      title: { zh: 'Stripe', en: 'Stripe' },
      hint: {
        zh: '通过 Stripe Checkout 收取银行卡与电子钱包付款，支持退款与争议处理（见文档 docs/operate/take-payments.md）',
        en: 'Cards and wallets with Stripe Checkout, including refunds and disputes (docs/operate/take-payments.md)',
      },
    },
    refunds: true,
    fixedCallback: true,
    options: {
      StripeSecretKey: {
        spec: SECRET,
        label: { zh: 'Stripe 密钥，不填写则不启用', en: 'Stripe secret key (empty: not offered)' },
        hint: {
          zh: 'sk_… 或受限密钥 rk_…；敏感信息不会发送到前端显示',
          en: 'sk_… or a restricted key rk_…. Never sent to the browser.',
        },
      },
      StripeWebhookSecret: {
        spec: SECRET,
        label: { zh: 'Stripe Webhook 签名密钥', en: 'Stripe webhook signing secret' },
        hint: {
          zh: 'whsec_…，在 Stripe 中添加上方的 Webhook 地址后获得',
          en: 'whsec_…, shown by Stripe after you add the address above as a webhook',
        },
      },
      StripeCurrency: {
        spec: { kind: 'choice', default: 'USD', choices: STRIPE_CURRENCIES },
        label: { zh: 'Stripe 收款货币', en: 'Stripe currency' },
        hint: { zh: '已创建的订单保留其货币', en: 'Existing orders keep their currency' },
      },
      StripePrice: {
        spec: { kind: 'decimal', default: '1', min: 0, max: 1_000_000 },
        label: { zh: 'Stripe 充值价格（x 货币单位/美金）', en: 'Stripe top-up price (in its currency, per USD)' },
        hint: {
          zh: '每 1 美元额度的售价；充值分组倍率同样适用',
          en: 'Selling price of one dollar of quota, multiplied by the group’s top-up ratio',
        },
      },
      StripeName: {
        spec: { ...TEXT, max: 30 },
        label: { zh: 'Stripe 支付按钮的名称', en: 'Stripe button label' },
        hint: { zh: '显示在钱包页；不填写则为“银行卡”', en: 'Shown on the wallet page. If empty, “Card”.' },
      },
    },
    required: ['StripeSecretKey', 'StripeWebhookSecret'],
    methods: { stripe: { label: { zh: '银行卡', en: 'Card' } } },
  },
  paylink: {
    section: 'paylink',
    sectionWords: {
      title: { zh: '支付链接', en: 'Payment page' },
      hint: {
        zh: '浏览器前往你自己的支付页面，付款结果由签名的回调通知（见文档 docs/operate/take-payments.md）',
        en: 'Redirects to your own payment page, which reports payments with signed callbacks (docs/operate/take-payments.md)',
      },
    },
    options: {
      PaylinkUrl: {
        spec: ADDRESS,
        label: { zh: '支付页面地址，不填写则不启用', en: 'Payment page address (empty: not offered)' },
        hint: {
          zh: '可包含 {order}、{amount}、{currency}、{timestamp}、{signature}；未包含的会作为查询参数附加',
          en: 'Can contain {order}, {amount}, {currency}, {timestamp} and {signature}. Missing values are added to the query.',
        },
      },
      PaylinkSecret: {
        spec: SECRET,
        label: { zh: '支付页面密钥', en: 'Payment page secret' },
        hint: {
          zh: '双方用它以 HMAC-SHA256 签名；敏感信息不会发送到前端显示',
          en: 'Both sides use it to sign with HMAC-SHA256. Never sent to the browser.',
        },
      },
      PaylinkCurrency: {
        // Currencies with hundredths: amounts are counted in them.
        spec: {
          kind: 'choice',
          default: 'USD',
          choices: ['USD', 'EUR', 'GBP', 'CNY', 'HKD', 'SGD', 'AUD', 'CAD', 'CHF'],
        },
        label: { zh: '支付页面的货币', en: 'Payment page currency' },
        hint: { zh: '已创建的订单保留其货币', en: 'Existing orders keep their currency' },
      },
      PaylinkPrice: {
        spec: { kind: 'decimal', default: '1', min: 0, max: 1_000_000 },
        label: {
          zh: '支付页面的充值价格（x 货币单位/美金）',
          en: 'Payment page top-up price (in its currency, per USD)',
        },
        hint: {
          zh: '每 1 美元额度的售价；充值分组倍率同样适用',
          en: 'Selling price of one dollar of quota, multiplied by the group’s top-up ratio',
        },
      },
      PaylinkName: {
        spec: { ...TEXT, max: 30 },
        label: { zh: '支付按钮的名称', en: 'Payment button label' },
        hint: { zh: '显示在钱包页；不填写则为“支付页面”', en: 'Shown on the wallet page. If empty, “Payment page”.' },
      },
    },
    required: ['PaylinkUrl', 'PaylinkSecret'],
    methods: { paylink: { label: { zh: '支付页面', en: 'Payment page' } } },
  },
  transfer: {
    section: 'transfer',
    sectionWords: {
      title: { zh: '银行转账', en: 'Bank transfer' },
      hint: {
        zh: '用户按收款信息和附言转账，由管理员确认到账（见文档 docs/operate/take-payments.md）',
        en: 'Users transfer money with a reference, and administrators confirm the payment (docs/operate/take-payments.md)',
      },
    },
    confirmed: true,
    options: {
      TransferAccount: {
        spec: { kind: 'lines', default: '', max: MAX_TEXT },
        label: { zh: '收款信息，不填写则不启用', en: 'Bank details (empty: not offered)' },
        hint: {
          zh: '户名、开户行、账号等，每行一项，用户下单后可见',
          en: 'Holder, bank and account number, one per line. Shown to users who have placed an order.',
        },
      },
      TransferCurrency: {
        spec: { kind: 'choice', default: 'USD', choices: TRANSFER_CURRENCIES },
        label: { zh: '转账货币', en: 'Transfer currency' },
        hint: { zh: '已创建的订单保留其货币', en: 'Existing orders keep their currency' },
      },
      TransferPrice: {
        spec: { kind: 'decimal', default: '1', min: 0, max: 1_000_000 },
        label: { zh: '转账充值价格（x 货币单位/美金）', en: 'Transfer top-up price (in its currency, per USD)' },
        hint: {
          zh: '每 1 美元额度的售价；充值分组倍率同样适用',
          en: 'Selling price of one dollar of quota, multiplied by the group’s top-up ratio',
        },
      },
      TransferDays: {
        spec: { kind: 'integer', default: '14', min: 1, max: 90 },
        label: { zh: '等待到账的天数', en: 'Days to wait for a transfer' },
        hint: { zh: '之后订单过期；过期订单仍可确认', en: 'The order then expires but can still be confirmed' },
      },
    },
    required: ['TransferAccount'],
    methods: { transfer: { label: { zh: '银行转账', en: 'Bank transfer' } } },
  },
} as const satisfies Record<string, PaymentGatewaySpec>

type Gateways = typeof paymentGateways
export type PaymentGatewayId = keyof Gateways
type Spec = Gateways[PaymentGatewayId]

/** Merges the members of a union: `{a} | {b}` → `{a} & {b}`. */
type Merge<U> = (U extends unknown ? (member: U) => void : never) extends (merged: infer M) => void ? M : never
type Options = Merge<Spec['options']>
export type GatewayOptionKey = keyof Options
export type GatewaySection = Extract<Spec, { sectionWords: object }>['section']

/** The gateways, the preferred one first. */
export const PAYMENT_GATEWAYS = Object.keys(paymentGateways) as PaymentGatewayId[]

/** Returns the entry of a gateway with the general type. */
export const gatewaySpec = (id: PaymentGatewayId): PaymentGatewaySpec => paymentGateways[id]

/** The settings sections that belong to one gateway each. */
export const GATEWAY_SECTIONS = PAYMENT_GATEWAYS.map((id) => paymentGateways[id]).flatMap((gateway) =>
  'sectionWords' in gateway ? [gateway.section] : [],
)

export const isPaymentGateway = (id: string): id is PaymentGatewayId => Object.hasOwn(paymentGateways, id)

/** Returns the secrets of all gateways. */
export const GATEWAY_SECRETS = PAYMENT_GATEWAYS.flatMap((id) =>
  Object.entries(gatewaySpec(id).options).flatMap(([key, { spec }]) =>
    'secret' in spec ? [key as GatewayOptionKey] : [],
  ),
)

/** Whether an administrator confirms the payments of a gateway. */
export const isConfirmed = (gateway: string): boolean =>
  isPaymentGateway(gateway) && gatewaySpec(gateway).confirmed === true

/** Returns the data of a payment method; undefined = no gateway serves it. */
export function findPaymentMethod(method: string): PaymentMethod | undefined {
  const gateway = PAYMENT_GATEWAYS.map(gatewaySpec).find(({ methods }) => Object.hasOwn(methods, method))
  return gateway?.methods[method]
}

export type GatewayOptionSpecs = {
  [K in GatewayOptionKey]: Options[K] extends { spec: infer S } ? S & { tab: 'system'; section: string } : never
}

/** Returns the options of all gateways. */
export function gatewayOptions(): GatewayOptionSpecs {
  const specs = PAYMENT_GATEWAYS.map(gatewaySpec).flatMap(({ section, options }) =>
    Object.entries(options).map(([key, { spec }]) => [key, { ...spec, tab: 'system', section }] as const),
  )
  return Object.fromEntries(specs) as GatewayOptionSpecs
}
