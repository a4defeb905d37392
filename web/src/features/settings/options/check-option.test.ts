import { expect, test } from 'bun:test'
import { options } from '#contract/options.ts'
import { checkOption } from './check-option.ts'
import { OPTION_KEYS } from './sections.ts'

test('every default is accepted', () => {
  expect(OPTION_KEYS.filter((key) => checkOption(key, options[key].default))).toEqual([])
})

test.each([
  ['RetryTimes', '', 'option_not_number'],
  ['RetryTimes', '-1', 'option_not_number'],
  ['RetryTimes', '21', 'option_above_maximum'],
  ['RetryTimes', '1.5', 'option_not_integer'],
  ['DataExportInterval', '0', 'option_not_number'],
  ['Price', 'x', 'option_not_number'],
  ['ServerAddress', 'gateway.example', 'option_not_url'],
  ['ServerAddress', 'https:///x', 'option_not_url'],
  ['Logo', 'our logo', 'option_not_picture'],
  ['Logo', 'javascript:alert(1)', 'option_not_picture'],
  ['ModelRatio', '{', 'option_not_json'],
  ['ModelRatio', ' ', 'option_not_json'],
  ['TopupGroupRatio', '', 'option_topup_ratio_not_json'],
  ['TopupGroupRatio', '{', 'option_topup_ratio_not_json'],
  ['ModelRatio', '{"a":"1"}', 'option_json_shape'],
  ['ModelRatio', '{"a":-1}', 'option_json_shape'],
  ['ModelRatio', '{"a":1e300}', 'option_too_large'],
  ['GroupRatio', '{"a,b":1}', 'option_group_name'],
  ['GroupRatio', '{"vip":1}', 'option_default_group'],
  ['GroupRatio', '{}', 'option_default_group'],
  ['ToolPrice', '{"web_serch":1}', 'option_tool_name'],
  ['ToolPrice', '{"web_search: gpt-4o":1}', 'option_price_name'],
  ['ModelPrice', '{"gpt-4o ":1}', 'option_price_name'],
  ['UserUsableGroups', '{"":"x"}', 'option_group_name'],
  ['Chats', '[{}]', 'option_json_shape'],
  ['ModelCards', '{', 'option_not_json'],
  ['ModelCards', ' ', 'option_not_json'],
  ['SystemName', 'x'.repeat(61), 'option_too_long'],
  ['SystemName', ' \u3000 ', 'option_required'],
  ['EpayId', 'x'.repeat(2001), 'option_too_long'],
  ['SMTPFrom', 'a@b.test, c@d.test', 'option_not_sender'],
  ['Chats', '[{"bad":"javascript:alert(1)"}]', 'option_chat_link'],
] as const)('%s = %p is told to be wrong', (key, text, code) => {
  expect(checkOption(key, text)?.code).toBe(code)
})

test.each([
  ['Price', '7.35'],
  ['ServerAddress', 'https://gateway.example/'],
  ['ServerAddress', ''],
  ['ModelRatio', '{}'],
  ['ToolPrice', '{"web_search":0.01,"web_search:gpt-4o":0.025}'],
  ['ModelRatio', '{"gpt-4o":0}'],
  ['ModelCards', '{"gpt-4o":{"hidden":true}}'],
] as const)('%s = %p is fine', (key, text) => {
  expect(checkOption(key, text)).toBeNull()
})
