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

/** Every channel type as data. A provider of OpenAI's format is one more entry in a file of this folder. */

/** The order in which forms and filters offer them; those that are not named here come last. */
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

/** The type with a number, if Switchyard has it. */
export function channelType(id: number): ChannelType | undefined {
  return byId.get(id)
}

/** Whether channels of a type take calls of a kind. An unknown type is not judged. */
export function serves(id: number, operation: Operation): boolean {
  return byId.get(id)?.operations?.includes(operation) ?? true
}
