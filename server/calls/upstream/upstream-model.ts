import type { Channel } from '../../formats/providers/channel.ts'

/** Returns the upstream's name of a model at a channel. */
export const upstreamModel = ({ modelMapping }: Pick<Channel, 'modelMapping'>, model: string): string =>
  (Object.hasOwn(modelMapping, model) && modelMapping[model]) || model
