import { anthropicTypes } from './anthropic.ts'
import type { ChannelType, Operation } from './channel-type.ts'
import { chinaTypes } from './china.ts'
import { chinaVendorTypes } from './china-formats.ts'
import { cloudTypes } from './clouds.ts'
import { googleTypes } from './google.ts'
import { hostedTypes } from './hosted.ts'
import { openaiTypes } from './openai.ts'
import { resellerTypes } from './resellers.ts'
import { taskChannelTypes } from './tasks.ts'

/**
 * Every channel type as data. A provider with OpenAI's format is added as one more entry in a file of this folder.
 */

/** Display order in forms and filters; types not listed here come last. */
const OFFERED = [
  ...[1, 2, 5, 36, 4, 14, 33, 41, 3, 24, 34, 15, 46, 17, 18, 16, 26, 11, 39, 43, 25, 45, 19, 23, 31, 35, 37, 38, 40],
  ...[42, 20, 27, 8, 22, 21],
]
const placeOf = ({ id }: ChannelType) => (OFFERED.includes(id) ? OFFERED.indexOf(id) : OFFERED.length)

export const channelTypes: readonly ChannelType[] = [
  ...openaiTypes,
  ...anthropicTypes,
  ...chinaTypes,
  ...chinaVendorTypes,
  ...cloudTypes,
  ...googleTypes,
  ...hostedTypes,
  ...resellerTypes,
  ...taskChannelTypes,
].sort((one, other) => placeOf(one) - placeOf(other))

const byId = new Map(channelTypes.map((type) => [type.id, type]))

/** Returns the type of a number, or undefined if it is not supported. */
export function channelType(id: number): ChannelType | undefined {
  return byId.get(id)
}

/** Whether channels of a type support an operation. True for unknown types. */
export function serves(id: number, operation: Operation): boolean {
  return byId.get(id)?.operations?.includes(operation) ?? true
}
