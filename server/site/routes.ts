import { getPricing, type PublicPrice, ratioConfig, testStatus } from '#contract/api/public-prices.ts'
import {
  channelModels,
  enabledModels,
  getAbout,
  getHomePageContent,
  getLive,
  getNotice,
  getReady,
  getStatus,
  listGroups,
  modelsByType,
} from '#contract/api/site.ts'
import { channelTypes } from '#contract/channel-types/all.ts'
import { AUTO_GROUP, groupsOfAuto } from '#contract/groups.ts'
import type { Calls } from '../calls/calls.ts'
import { knownModels, modelCard } from '../calls/models/cards.ts'
import { createReadiness } from '../calls/readiness.ts'
import type { Money } from '../money/money.ts'
import { usableGroups } from '../people/accounts/groups.ts'
import type { PublicCall, Routes } from '../people/sessions/bind.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import { beside } from '../platform/http/reply.ts'
import type { Platform } from '../platform/platform.ts'
import { createDatabaseCheck } from '../platform/store/database-check.ts'
import { contentAsHtml } from './content.ts'
import { createPricing, ratioMaps } from './prices/public-prices.ts'
import { publicStatus } from './status.ts'

/** Monitoring may query often (contract of this API family). */
const DATABASE_CHECK_TTL_MS = 10_000

/** The site's public information, and the lists that forms choose from. */
export function siteRoutes(routes: Routes): void {
  let requireReady: (() => Promise<void>) | undefined
  const ready = (services: Platform & Money & Calls) => {
    requireReady ??= createReadiness(services)
    return requireReady()
  }
  routes.open(getLive, () => {})
  routes.open(getReady, ({ services }) => ready(services))
  routes.open(getStatus, async ({ services }) => {
    await ready(services)
    return publicStatus(services)
  })
  routes.open(getNotice, (call) => content(call, 'Notice'))
  routes.open(getAbout, (call) => content(call, 'About'))
  routes.open(getHomePageContent, (call) => content(call, 'HomePageContent'))
  routes.guarded(listGroups, ({ services }) => Object.keys(services.options.values.GroupRatio))
  routes.guarded(modelsByType, () =>
    Object.fromEntries(channelTypes.map(({ id, models }) => [String(id), [...models]])),
  )
  routes.guarded(enabledModels, ({ services }) => [...services.channels.modelGroups().keys()].sort())
  routes.guarded(channelModels, ({ services }) => {
    const { ModelCards } = services.options.values
    return knownModels().map((name) => modelCard(name, ModelCards))
  })

  let prices: (() => PublicPrice[]) | undefined
  routes.open(getPricing, ({ services, identity }) => {
    prices ??= createPricing(services)
    const { values } = services.options
    const own = identity?.user.group
    const usable_group = usableGroups(values, own)
    const auto_groups = Object.hasOwn(usable_group, AUTO_GROUP) && own !== undefined ? groupsOfAuto(own, values) : []
    return beside(prices(), { group_ratio: values.GroupRatio, usable_group, auto_groups })
  })
  routes.open(ratioConfig, ({ services }) => {
    prices ??= createPricing(services)
    return ratioMaps(services, prices())
  })
  let databaseAnswers: (() => Promise<boolean>) | undefined
  routes.guarded(testStatus, async ({ services }) => {
    databaseAnswers ??= createDatabaseCheck(services.store.db, DATABASE_CHECK_TTL_MS)
    if (!(await databaseAnswers())) throw new ApiError('database_unreachable')
    return beside(undefined, { message: 'Server is running' })
  })
}

function content({ services, query }: PublicCall<typeof getNotice>, key: 'Notice' | 'About' | 'HomePageContent') {
  const text = services.options.values[key]
  return query.format === 'html' ? contentAsHtml(text) : text
}
