import { type ChannelType, channelType } from '#contract/channel-types.ts'
import type { Channel } from '../channels/registry.ts'
import { azure } from './azure.ts'
import { custom } from './custom.ts'
import { openai } from './openai.ts'
import type { Provider } from './provider.ts'
import { zhipu } from './zhipu.ts'

const providers: Record<ChannelType['provider'], Provider> = { openai, custom, azure, zhipu }

/** The provider of a channel's type, or undefined for a type that this version does not have. */
export function providerOf(channel: Pick<Channel, 'type'>): Provider | undefined {
  const type = channelType(channel.type)
  return type && providers[type.provider]
}
