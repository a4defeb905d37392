import type { ChannelType } from './channel-type.ts'

/** The key format of most types: one text without parts. */
export const singleKey: ChannelType['key'] = {
  parts: [{ name: 'key', label: { zh: '密钥', en: 'Key' } }],
  separator: '',
}
