import { anthropicTypes } from './anthropic.ts'
import type { ChannelType, Operation } from './channel-type.ts'
import { chinaTypes } from './china.ts'
import { chinaVendorTypes } from './china-formats.ts'
import { cloudTypes } from './clouds.ts'
import { googleTypes } from './google.ts'
import { hostedTypes } from './hosted.ts'
import { openaiTypes } from './openai.ts'
import { presetTypes } from './presets.ts'
import { resellerTypes } from './resellers.ts'
import { taskChannelTypes } from './tasks.ts'

/**
 * Every channel type as data. A provider with OpenAI's format is added as one more entry in a file of this folder.
 */

/** The rank of types that have none of their own: they come last. */
const NO_RANK = 1_000_000
const rankOf = ({ rank = NO_RANK }: ChannelType) => rank

export const channelTypes: readonly ChannelType[] = [
  ...openaiTypes,
  ...anthropicTypes,
  ...chinaTypes,
  ...chinaVendorTypes,
  ...cloudTypes,
  ...googleTypes,
  ...hostedTypes,
  ...resellerTypes,
  ...presetTypes,
  ...taskChannelTypes,
].sort((one, other) => rankOf(one) - rankOf(other))

const byId = new Map(channelTypes.map((type) => [type.id, type]))

/** Returns the type of a number, or undefined if it is not supported. */
export function channelType(id: number): ChannelType | undefined {
  return byId.get(id)
}

/** Whether channels of a type support an operation. True for unknown types. */
export function serves(id: number, operation: Operation): boolean {
  return byId.get(id)?.operations?.includes(operation) ?? true
}
