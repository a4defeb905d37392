import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { OWN_SINK_KINDS, SINK_KIND_NAMES, type SinkKind } from '#contract/alerts/sinks.ts'
import { createAlertSink, deleteAlertSink, testAlertSink, updateAlertSink } from '#contract/api/alerts.ts'
import {
  createOwnSink,
  deleteOwnSink,
  listOwnSinks,
  type OwnSinks,
  testOwnSink,
  updateOwnSink,
} from '#contract/api/own-alerts.ts'
import { call } from '#web/lib/api.ts'
import { alertSetupQuery } from './alert-queries.ts'
import type { SinkFormValues } from './form-values.ts'

/** The reader's own sinks. */
export const ownSinksQuery = queryOptions({
  queryKey: ['alerts', 'own'],
  queryFn: ({ signal }) => call(listOwnSinks, {}, signal),
})

type SinkBody = Omit<SinkFormValues, 'kind'>

/** Whose sinks are shown and changed: the site's, or the reader's own. */
export interface SinkPlace {
  kinds: readonly SinkKind[]
  page: '/alerts/setup' | '/notifications'
  form: '/alerts/setup/sink/$id' | '/notifications/sink/$id'
  create: (body: SinkFormValues) => Promise<OwnSinks>
  update: (id: number, body: SinkBody) => Promise<OwnSinks>
  remove: (id: number) => Promise<OwnSinks>
  test: (id: number) => Promise<unknown>
}

type OwnKind = (typeof OWN_SINK_KINDS)[number]

export const SITE_SINKS: SinkPlace = {
  kinds: SINK_KIND_NAMES,
  page: '/alerts/setup',
  form: '/alerts/setup/sink/$id',
  create: (body) => call(createAlertSink, { body }),
  update: (id, body) => call(updateAlertSink, { params: { id }, body }),
  remove: (id) => call(deleteAlertSink, { params: { id } }),
  test: (id) => call(testAlertSink, { params: { id } }),
}

export const OWN_SINKS: SinkPlace = {
  kinds: OWN_SINK_KINDS,
  page: '/notifications',
  form: '/notifications/sink/$id',
  create: ({ kind, ...body }) => call(createOwnSink, { body: { kind: kind as OwnKind, ...body } }),
  update: (id, body) => call(updateOwnSink, { params: { id }, body }),
  remove: (id) => call(deleteOwnSink, { params: { id } }),
  test: (id) => call(testOwnSink, { params: { id } }),
}

const queryOf = ({ page }: SinkPlace) => (page === '/notifications' ? ownSinksQuery : alertSetupQuery)

/** The query of a place's sinks; that of the site's has the rules as well. */
export const sinksQuery = (place: SinkPlace) => queryOf(place) as typeof ownSinksQuery

/** Puts the answer of a change in place of what is shown. */
export function useStoreSinks(place: SinkPlace): (state: OwnSinks) => void {
  const client = useQueryClient()
  return (state) => void client.setQueryData(queryOf(place).queryKey as readonly string[], state)
}
