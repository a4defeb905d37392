import { channelTypes } from './all.ts'

/** What lists show of the channel types, in their order. The console's build writes it out, so that lists load no more. */
export const typeNames = channelTypes.map(({ id, name, vendor, hue }) => ({ id, name, vendor, hue }))
