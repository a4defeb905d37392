import { channelType } from '#contract/channel-types.ts'
import type { Channel } from '../channels/registry.ts'

/** Where a channel's upstream is: its own address, else that of its type; without a slash at the end. */
export const baseOf = ({ type, baseUrl }: Pick<Channel, 'type' | 'baseUrl'>) =>
  baseUrl || channelType(type)?.baseUrl || ''
