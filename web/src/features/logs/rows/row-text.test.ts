import { expect, test } from 'bun:test'
import { readOther } from './read-other.ts'
import { isTest, messageOf } from './row-text.ts'

const RECEIPT = {
  model_ratio: 0.075,
  completion_ratio: 4,
  group_ratio: 1,
  model_price: -1,
  usage: { input: 3 },
  quota_per_unit: 500_000,
  carry_in: 0,
  carry_out: 225,
}
const PRICE = '模型倍率 0.075，补全倍率 4.00，分组倍率 1.00'
const message = (content: string, other: object) =>
  messageOf(
    { content, facts: readOther({ other: JSON.stringify(other), prompt_tokens: 3, completion_tokens: 0 }) },
    'en',
  )

test('a call with a receipt has no message of its own', () => {
  expect(message(PRICE, { ...RECEIPT, end_reason: 'stop' })).toBe('')
  expect(message(`${PRICE}（客户端中断）`, { ...RECEIPT, end_reason: 'client_abort' })).toBe('')
})

test('an interrupted call says so by its end reason', () => {
  expect(message(`${PRICE}（服务中断，未计费）`, { ...RECEIPT, end_reason: 'interrupted' })).toBe('')
})

test('a call that failed says why, in the language of its reader where the words are the gateway’s', () => {
  const failed = { end_reason: 'failed', status: 503 }
  expect(message('无可用渠道', { ...failed, message: { zh: '无可用渠道', en: 'no channel' } })).toBe('no channel')
  expect(message('Overloaded', failed)).toBe('Overloaded')
})

test('rows of other consoles and rows that are no calls keep their message', () => {
  expect(message(PRICE, { model_ratio: 0.075, group_ratio: 1 })).toBe(PRICE)
  expect(message('通过兑换码充值 $1', {})).toBe('通过兑换码充值 $1')
})

test('a test of a channel is told from a token of the same name', () => {
  expect(isTest({ token_id: 0, token_name: '模型测试' })).toBe(true)
  expect(isTest({ token_id: 5, token_name: '模型测试' })).toBe(false)
  expect(isTest({ token_id: 0, token_name: 'playground-default' })).toBe(false)
})

test('what an estimate was computed by is read as a whole, or not at all', () => {
  const basisOf = (estimate: unknown) => {
    const other = JSON.stringify({ ...RECEIPT, usage_source: 'estimated', estimate })
    return readOther({ other, prompt_tokens: 3, completion_tokens: 0 }).receipt?.estimate
  }
  const basis = { family: 'claude', calls: 7, ratios: [1.1, 1.2, 1.16, 1.15, 2] }
  expect(basisOf(basis)).toEqual(basis)
  expect([basisOf(undefined), basisOf({ family: 'claude' }), basisOf({ ...basis, calls: -1 })]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
