import type { ErrorText } from './text.ts'

/** Top-up. */
export const topupErrors = {
  topup_parameters: { status: 200, zh: '参数错误', en: 'Invalid parameters' },
  topup_below_minimum: {
    status: 200,
    zh: '充值数量不能小于 {min}',
    en: 'The top-up amount cannot be less than {min}',
  },
  topup_above_maximum: {
    status: 200,
    zh: '充值数量不能大于 {max}',
    en: 'The top-up amount cannot be more than {max}',
  },
  topup_money_too_low: { status: 200, zh: '充值金额过低', en: 'The amount to pay is too low' },
  payment_not_configured: {
    status: 200,
    zh: '当前管理员未配置支付信息',
    en: 'The administrator has not set up online payment',
  },
  payment_method_unknown: { status: 200, zh: '支付方式不存在', en: 'Unknown payment method' },
  payment_not_started: { status: 200, zh: '拉起支付失败', en: 'The payment could not be started' },
  order_not_created: { status: 200, zh: '创建订单失败', en: 'The order could not be created' },
  gateway_not_answering: {
    status: 200,
    zh: '无法从支付网关查询订单，请稍后再试',
    en: 'The order could not be queried at the payment gateway, try again later',
  },
  gateway_without_queries: {
    status: 200,
    zh: '该支付网关不支持查询订单，请在其后台核对',
    en: 'This payment gateway answers no queries about orders: look at its own records',
  },
  order_not_confirmable: {
    status: 200,
    zh: '只有待支付或已过期的银行转账订单可以确认',
    en: 'Only unpaid orders by bank transfer can be confirmed or rejected',
  },
  received_amount_wrong: {
    status: 200,
    zh: '到账金额必须大于零，且不超过订单金额的十倍',
    en: 'The amount received must be above zero, and at most ten times what was ordered',
  },
  order_not_refundable: {
    status: 200,
    zh: '只有支付成功的订单可以退款',
    en: 'Only paid orders can be refunded',
  },
  refund_exceeds_payment: {
    status: 200,
    zh: '退款金额不能为零，也不能超过该订单的剩余金额 {left}',
    en: 'A refund cannot be zero, nor more than what is left of the payment: {left}',
  },
  refund_refused: {
    status: 200,
    zh: '支付网关拒绝退款：{reason}。额度已退还用户',
    en: 'The payment gateway refused the refund: {reason}. The quota was given back',
  },
  refund_exceeds_balance: {
    status: 200,
    zh: '用户余额不足，无法收回该订单的额度',
    en: 'The balance of the user is lower than the quota of this order',
  },
  receipt_is_made_out: {
    status: 200,
    zh: '该收据已填写抬头，不能再更改',
    en: 'This receipt is made out to a customer and cannot be changed',
  },
} as const satisfies Record<string, ErrorText>
