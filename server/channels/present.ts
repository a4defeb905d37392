import type { Channel, ChannelTest } from '#contract/api/channels.ts'
import type { Language } from '#contract/errors.ts'
import { parseStoredLimits } from '#contract/limits.ts'
import { pick } from '../platform/json/pick.ts'
import type { ChannelRow } from '../platform/store/tables.ts'
import type { ChannelTestRow } from './checks/tables.ts'
import { testErrorText } from './test-error.ts'

/** The fields of a channel that administrators see: all but its key. Its recent tests are separate rows. */
export function presentChannel(
  row: ChannelRow,
  language: Language = 'zh',
): Omit<Channel, 'recent_tests' | 'limits_now' | 'channel_info' | 'key_counts'> {
  return {
    ...pick(row, 'id type test_model status name weight created_time test_time response_time base_url other balance'),
    ...pick(row, 'balance_updated_time models group used_quota model_mapping status_code_mapping priority auto_ban'),
    ...pick(row, 'other_info settings buy_price max_input_tokens'),
    key: '',
    openai_organization: row.open_ai_organization,
    test_error: testErrorText(row.test_error, language),
    limits: parseStoredLimits(row.limits) ?? null,
  }
}

export function presentTest(
  { tested_at, response_time, model, error }: ChannelTestRow,
  language: Language,
): ChannelTest {
  return { time: tested_at, ok: error === '', ms: response_time, model, error: testErrorText(error, language) }
}
