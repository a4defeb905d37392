import { getModelCard, listModelCards } from '#contract/api/models.ts'
import { ApiError } from '../errors/api-error.ts'
import { beside } from '../http/reply.ts'
import type { Services } from '../services.ts'
import type { Routes } from '../sessions/bind.ts'
import { type Catalogue, createCatalogue } from './catalogue.ts'
import { factFile } from './facts.ts'

/** The public catalogue of models. */
export function modelRoutes(routes: Routes): void {
  let opened: Catalogue | undefined
  const catalogue = (services: Services) => {
    opened ??= createCatalogue(services)
    return opened
  }
  routes.open(listModelCards, ({ services }) =>
    beside([...catalogue(services).rows()], {
      group_ratio: services.options.values.GroupRatio,
      facts_version: factFile.version,
    }),
  )
  routes.open(getModelCard, ({ services, query: { name } }) => {
    const card = catalogue(services).card(name)
    if (!card) throw new ApiError('model_not_found', { model: name })
    return card
  })
}
