import { type TaskPlatform, taskChannelTypes } from './task-channel-types.ts'

/** Every channel type as data. A provider that speaks the OpenAI format is one more line here. */

/** One part of a credential; parts are joined by `separator` into the stored key. */
export interface KeyPart {
  name: string
  label: { zh: string; en: string }
}

export interface ChannelType {
  id: number
  name: { zh: string; en: string }
  /** Hue of the type's tag, in degrees. */
  hue: number
  /** The provider file that reaches it. */
  provider: 'openai' | 'custom' | 'anthropic' | TaskPlatform
  /** Used when the channel has no base URL of its own; "" = the channel must give one. */
  baseUrl: string
  key: { parts: KeyPart[]; separator: string }
  /** Further fields of the channel that mean something for this type. */
  fields: { base_url: 'optional' | 'required' | 'full-url'; openai_organization?: true }
  /** What an operator should know before choosing it. */
  notice?: { zh: string; en: string }
  /** Models offered by "fill in related models". */
  models: readonly string[]
}

const singleKey = { parts: [{ name: 'key', label: { zh: '密钥', en: 'Key' } }], separator: '' }

export const OPENAI_MODELS = [
  'gpt-5.1',
  'gpt-5',
  'gpt-5-mini',
  'gpt-5-nano',
  'gpt-4.1',
  'gpt-4.1-mini',
  'gpt-4.1-nano',
  'gpt-4o',
  'gpt-4o-mini',
  'o4-mini',
  'o3',
  'gpt-3.5-turbo-instruct',
  'text-embedding-3-small',
  'text-embedding-3-large',
  'omni-moderation-latest',
] as const

const ANTHROPIC_MODELS = [
  'claude-opus-5',
  'claude-sonnet-5',
  'claude-fable-5',
  'claude-opus-4-8',
  'claude-opus-4-6',
  'claude-sonnet-4-6',
  'claude-opus-4-5-20251101',
  'claude-sonnet-4-5-20250929',
  'claude-haiku-4-5-20251001',
] as const

export const channelTypes: readonly ChannelType[] = [
  {
    id: 1,
    name: { zh: 'OpenAI', en: 'OpenAI' },
    hue: 150,
    provider: 'openai',
    baseUrl: 'https://api.openai.com',
    key: singleKey,
    fields: { base_url: 'optional', openai_organization: true },
    models: OPENAI_MODELS,
  },
  {
    id: 8,
    name: { zh: '自定义渠道', en: 'Custom' },
    hue: 350,
    provider: 'custom',
    baseUrl: '',
    key: singleKey,
    fields: { base_url: 'full-url' },
    notice: {
      zh: '如果你对接的是上游One API或者New API等转发项目，请使用OpenAI类型，不要使用此类型，除非你知道你在做什么。',
      en: 'For an upstream such as One API, New API or another gateway of that kind, use the type OpenAI and not this one, unless you know what you are doing.',
    },
    models: OPENAI_MODELS,
  },
  {
    id: 14,
    name: { zh: 'Anthropic Claude', en: 'Anthropic Claude' },
    hue: 25,
    provider: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    key: singleKey,
    fields: { base_url: 'optional' },
    models: ANTHROPIC_MODELS,
  },
  ...taskChannelTypes,
]

/** The type with a number, if Switchyard has it. */
export function channelType(id: number): ChannelType | undefined {
  return channelTypes.find((type) => type.id === id)
}
