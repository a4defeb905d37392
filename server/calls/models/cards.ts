import type * as z from 'zod/mini'
import type { modelCard as cardSchema } from '#contract/api/site.ts'
import { channelTypes } from '#contract/channel-types/all.ts'
import type { OwnCard } from '#contract/models.ts'
import { factsOf } from '../../formats/models/facts.ts'
import { defaultPrices } from '../../money/prices/default-prices.ts'

export type ModelCard = z.infer<typeof cardSchema>

/** The creation time that this API family states for every model. */
const CREATED = 1_626_777_600
const OWNER_UNKNOWN = 'custom'

const PERMISSION = {
  id: 'modelperm-LwHkVFn8AcMItP432fKKDIKJ',
  object: 'model_permission',
  created: CREATED,
  allow_create_engine: true,
  allow_sampling: true,
  allow_logprobs: true,
  allow_search_indices: false,
  allow_view: true,
  allow_fine_tuning: false,
  organization: '*',
  group: null,
  is_blocking: false,
}

/** The vendor of a model, by the built-in price list; undefined if it is not listed. */
export const vendorOf = (model: string): string | undefined =>
  Object.hasOwn(defaultPrices.models, model) ? defaultPrices.models[model]?.vendor : undefined

/**
 * A model in OpenAI's list format (https://developers.openai.com/api/reference/resources/models/methods/list), with the fields
 * that clients of this API family expect. `cards`: the operator's.
 */
export function modelCard(id: string, cards: Readonly<Record<string, OwnCard>>): ModelCard {
  return {
    ...{ id, object: 'model', created: CREATED, owned_by: vendorOf(id) ?? OWNER_UNKNOWN },
    shutdown_date: factsOf(id, cards).retires ?? null,
    ...{ permission: [PERMISSION], root: id, parent: null },
  }
}

/** Every model that a channel type suggests or that has a list price, sorted. */
export function knownModels(): string[] {
  const suggested = channelTypes.flatMap((type) => type.models)
  return [...new Set([...suggested, ...Object.keys(defaultPrices.models)])].sort()
}
