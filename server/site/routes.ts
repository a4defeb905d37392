import {
  channelModels,
  getAbout,
  getHomePageContent,
  getNotice,
  getStatus,
  listGroups,
  modelsByType,
} from '#contract/api/site.ts'
import { channelTypes } from '#contract/channel-types.ts'
import type { PublicCall, Routes } from '../http/bind.ts'
import { knownModels, modelCard } from '../models/cards.ts'
import { contentAsHtml } from './content.ts'
import { publicStatus } from './status.ts'

/** What the site says about itself, and the lists that forms choose from. */
export function siteRoutes(routes: Routes): void {
  routes.open(getStatus, ({ services }) => publicStatus(services))
  routes.open(getNotice, (call) => content(call, 'Notice'))
  routes.open(getAbout, (call) => content(call, 'About'))
  routes.open(getHomePageContent, (call) => content(call, 'HomePageContent'))
  routes.guarded(listGroups, ({ services }) => Object.keys(services.options.values.GroupRatio))
  routes.guarded(modelsByType, () =>
    Object.fromEntries(channelTypes.map(({ id, models }) => [String(id), [...models]])),
  )
  routes.guarded(channelModels, () => knownModels().map(modelCard))
}

function content({ services, query }: PublicCall<typeof getNotice>, key: 'Notice' | 'About' | 'HomePageContent') {
  const text = services.options.values[key]
  return query.format === 'html' ? contentAsHtml(text) : text
}
