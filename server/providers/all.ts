import { type ChannelType, channelType } from '#contract/channel-types.ts'
import type { TaskPlatform } from '#contract/task-channel-types.ts'
import type { Channel } from '../channels/registry.ts'
import { anthropic } from './anthropic.ts'
import { custom } from './custom.ts'
import { openai } from './openai.ts'
import type { Provider } from './provider.ts'

type Answering = Exclude<ChannelType['provider'], TaskPlatform>
const providers: Record<Answering, Provider> = { openai, custom, anthropic }

/** The provider of a channel's type; undefined for one that begins tasks, or that this version does not have. */
export function providerOf(channel: Channel): Provider | undefined {
  const type = channelType(channel.type)
  return type && (providers as Partial<Record<ChannelType['provider'], Provider>>)[type.provider]
}
