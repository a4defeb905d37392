import type { Channel } from '../../../formats/providers/channel.ts'

/** Vendors whose answers tell fees that nothing else counts, by the type of the channel and by address. */

type Vendor = Pick<Channel, 'type'> & { baseUrl?: string | undefined }

const COST_TYPES = new Set([20, 27, 48])
const COST_HOST = /^https?:\/\/(?:[\w-]+\.)*(?:openrouter\.ai|perplexity\.ai|x\.ai)(?:[:/]|$)/i
/** Zhipu lists the pages that its search found. */
const SEARCH_TYPES = new Set([16, 26])
const SEARCH_HOST = /^https?:\/\/(?:[\w-]+\.)*(?:bigmodel\.cn|z\.ai)(?:[:/]|$)/i

const isOneOf = ({ type, baseUrl = '' }: Vendor, types: ReadonlySet<number>, host: RegExp) =>
  types.has(type) || host.test(baseUrl)

/**
 * Whether answers of a channel tell what they cost, and may be trusted with it. OpenRouter:
 * https://openrouter.ai/docs/use-cases/usage-accounting; Perplexity and xAI as in `dialects/told-cost.ts`.
 */
export const tellsCost = (channel: Vendor): boolean => isOneOf(channel, COST_TYPES, COST_HOST)

/** Whether answers of a channel tell whether a search was made. */
export const tellsSearches = (channel: Vendor): boolean =>
  tellsCost(channel) || isOneOf(channel, SEARCH_TYPES, SEARCH_HOST)
