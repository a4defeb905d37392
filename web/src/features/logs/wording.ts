import { type Log, TEST_TOKEN_NAME } from '#contract/api/logs.ts'
import type { LogRow } from './log-list.ts'

/** Whether a token's name is that of the tests of channels. */
export const isTestName = (name: string) => name === TEST_TOKEN_NAME

/** Whether a row is a test of a channel: its token name is stored in Chinese and stands for no token. */
export const isTest = ({ token_id, token_name }: Pick<Log, 'token_id' | 'token_name'>) =>
  token_id === 0 && isTestName(token_name)

/**
 * What a row says beyond its facts; "" for nothing. The text of a call of our own repeats its price and why it ended,
 * in Chinese, which receipt and end reason say in the reader's language; why it was not served is told in both.
 */
export function messageOf({ content, facts }: Pick<LogRow, 'content' | 'facts'>, language: string): string {
  if (facts.message) return language === 'zh' ? facts.message.zh : facts.message.en
  return facts.receipt || (facts.endReason && facts.endReason !== 'failed') ? '' : content
}
