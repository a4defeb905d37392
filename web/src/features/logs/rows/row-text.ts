import { type Log, TEST_TOKEN_NAME } from '#contract/api/logs.ts'
import type { LogRow } from './log-list.ts'

/** Returns whether a token name is that of channel tests. */
export const isTestName = (name: string) => name === TEST_TOKEN_NAME

/** Returns whether a row is a channel test: its token name is stored in Chinese and belongs to no token. */
export const isTest = ({ token_id, token_name }: Pick<Log, 'token_id' | 'token_name'>) =>
  token_id === 0 && isTestName(token_name)

/**
 * Returns the message of a row beyond its details; "" for none. The content of the gateway's own calls repeats
 * price and end reason in Chinese, which receipt and end reason show in the reader's language. The reason of a
 * failed call is stored in both languages.
 */
export function messageOf({ content, facts }: Pick<LogRow, 'content' | 'facts'>, language: string): string {
  if (facts.message) return language === 'zh' ? facts.message.zh : facts.message.en
  return facts.receipt || (facts.endReason && facts.endReason !== 'failed') ? '' : content
}
