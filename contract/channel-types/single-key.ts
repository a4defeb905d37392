import type { ChannelType } from './channel-type.ts'

/** The key format of most types: one text without parts. */
export const singleKey: ChannelType['key'] = {
  parts: [{ name: 'key', label: { zh: '密钥', en: 'Key' } }],
  separator: '',
}

/** What most types share: OpenAI's format below a known address. */
export const OPENAI_FORMAT = { provider: 'openai', key: singleKey, fields: { base_url: 'optional' } } as const
