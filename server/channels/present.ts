import type { Channel, ChannelTest } from '#contract/api/channels.ts'
import type { Language } from '#contract/errors.ts'
import { parseStoredLimits } from '#contract/limits.ts'
import type { ChannelRow } from '../platform/store/tables.ts'
import type { ChannelTestRow } from './checks/tables.ts'
import { testErrorText } from './test-error.ts'

/** The fields of a channel that administrators see: all but its key. Its recent tests are separate rows. */
export function presentChannel(
  row: ChannelRow,
  language: Language = 'zh',
): Omit<Channel, 'recent_tests' | 'limits_now' | 'channel_info' | 'key_counts'> {
  return {
    id: row.id,
    type: row.type,
    key: '',
    openai_organization: row.open_ai_organization,
    test_model: row.test_model,
    status: row.status,
    name: row.name,
    weight: row.weight,
    created_time: row.created_time,
    test_time: row.test_time,
    response_time: row.response_time,
    test_error: testErrorText(row.test_error, language),
    base_url: row.base_url,
    other: row.other,
    balance: row.balance,
    balance_updated_time: row.balance_updated_time,
    models: row.models,
    group: row.group,
    used_quota: row.used_quota,
    model_mapping: row.model_mapping,
    status_code_mapping: row.status_code_mapping,
    priority: row.priority,
    auto_ban: row.auto_ban,
    other_info: row.other_info,
    settings: row.settings,
    buy_price: row.buy_price,
    max_input_tokens: row.max_input_tokens,
    limits: parseStoredLimits(row.limits) ?? null,
  }
}

export function presentTest(
  { tested_at, response_time, model, error }: ChannelTestRow,
  language: Language,
): ChannelTest {
  return { time: tested_at, ok: error === '', ms: response_time, model, error: testErrorText(error, language) }
}
