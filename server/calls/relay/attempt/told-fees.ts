import { alwaysSearches } from '../../../formats/dialects/counted-tools.ts'
import { isPictureOperation, type RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
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
 * https://openrouter.ai/docs/use-cases/usage-accounting; Perplexity and xAI as in `dialects/told-price.ts`.
 */
export const tellsCost = (channel: Vendor): boolean => isOneOf(channel, COST_TYPES, COST_HOST)

/** Whether answers of a channel tell whether a search was made. */
export const tellsSearches = (channel: Vendor): boolean =>
  tellsCost(channel) || isOneOf(channel, SEARCH_TYPES, SEARCH_HOST)

/** Whether a model at a channel counts the searches that `web_search_options` asks for; elsewhere they are left out. */
export const countsSearches = (channel: Vendor, model: string): boolean =>
  tellsSearches(channel) || alwaysSearches(model)

/** OpenRouter's variants of a model that search, or choose dearer providers: https://openrouter.ai/docs/features/web-search */
const DEARER_VARIANT = /:(?:online|nitro|exacto)$/
const FILE = Buffer.from('"file"')
const OPENROUTER_TYPES = new Set([20])
const OPENROUTER_HOST = /^https?:\/\/(?:[\w-]+\.)*openrouter\.ai(?:[:/]|$)/i

/**
 * Whether a request may cost a fee that no field names and only the told cost counts: of a picture by its resolution, of
 * a variant of the model, or of a file that is read for models that cannot: https://openrouter.ai/docs/features/multimodal/pdfs
 */
export const costsBeside = (
  channel: Vendor,
  model: string,
  body: Buffer,
  { operation }: Pick<RelayEndpoint, 'operation'>,
): boolean =>
  tellsCost(channel) &&
  (isPictureOperation(operation) ||
    DEARER_VARIANT.test(model) ||
    (isOneOf(channel, OPENROUTER_TYPES, OPENROUTER_HOST) && body.includes(FILE)))
