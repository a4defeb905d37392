import { names } from '../name-list.ts'
import type { ChannelType } from './channel-type.ts'
import { singleKey } from './single-key.ts'

export const anthropicTypes: readonly ChannelType[] = [
  {
    id: 14,
    rank: 60,
    name: { zh: 'Anthropic Claude', en: 'Anthropic Claude' },
    vendor: 'anthropic',
    hue: 25,
    provider: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    key: singleKey,
    fields: { base_url: 'optional' },
    operations: ['chat'],
    models: names(`
      claude-opus-5 claude-sonnet-5 claude-fable-5 claude-opus-4-8 claude-opus-4-6 claude-sonnet-4-6
      claude-opus-4-5-20251101 claude-sonnet-4-5-20250929 claude-haiku-4-5-20251001
    `),
  },
]
