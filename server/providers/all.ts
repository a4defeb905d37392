import { type ChannelType, channelType } from '#contract/channel-types.ts'
import type { Channel } from '../channels/registry.ts'
import { anthropic } from './anthropic.ts'
import { custom } from './custom.ts'
import { gemini } from './gemini.ts'
import { openai } from './openai.ts'
import type { Provider } from './provider.ts'
import { vertex } from './vertex.ts'

const providers: Record<ChannelType['provider'], Provider> = { openai, custom, anthropic, gemini, vertex }

/** The provider of a channel's type, or undefined for a type that this version does not have. */
export function providerOf(channel: Channel): Provider | undefined {
  const type = channelType(channel.type)
  return type && providers[type.provider]
}
