import { getModelCard, listModelCards } from '#contract/api/models.ts'
import { factFile } from '../../formats/models/facts.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { beside } from '../../platform/http/reply.ts'
import { catalogueOf } from './catalogue.ts'

/** The public catalogue of models. */
export function modelRoutes(routes: Routes): void {
  routes.open(listModelCards, ({ services }) =>
    beside([...catalogueOf(services).rows()], {
      group_ratio: services.options.values.GroupRatio,
      facts_version: factFile.version,
    }),
  )
  routes.open(getModelCard, ({ services, query: { name } }) => {
    const card = catalogueOf(services).card(name)
    if (!card) throw new ApiError('model_not_found', { model: name })
    return card
  })
}
