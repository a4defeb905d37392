import {
  channelTestProgress,
  fetchChannelModels,
  fetchFormModels,
  probeChannel,
  recoverChannel,
  reportFalseAlarm,
  stopTestingChannels,
  testChannels,
  testChannel as testEndpoint,
  updateChannelBalance,
  updateChannelBalances,
} from '#contract/api/channel-checks.ts'
import { channelOutlook } from '#contract/api/channel-outlook.ts'
import type { Routes } from '../people/sessions/bind.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import type { Context } from '../platform/http/context.ts'
import { eventStreamResponse } from '../platform/http/event-stream.ts'
import { beside } from '../platform/http/reply.ts'
import { reportFalseAlarm as falseAlarm, reenable } from './auto-disable.ts'
import { channelFromForm } from './checks/channel-from-form.ts'
import { fetchModels, listModelsOf } from './checks/fetch-models.ts'
import { storeFormTest } from './checks/form-tests.ts'
import { probe } from './checks/probe.ts'
import { startTests, stopTests, testProgress } from './checks/test-all.ts'
import { testChannel } from './checks/test-channel.ts'
import type { TestRecord } from './checks/test-history.ts'
import { updateBalance, updateBalances } from './checks/update-balance.ts'
import { reviveKey } from './keys/revive.ts'
import { routingPreview } from './routing-preview.ts'

/** Requests to the upstreams of channels, for administrators. */
export function channelCheckRoutes(routes: Routes): void {
  routes.guarded(testEndpoint, async ({ services, params, query, context }) => {
    const { ms, failure } = await testChannel(services, params.id, query.model)
    const time = ms / 1000
    return failure ? testFailed(context, failure, time) : beside(undefined, { time })
  })
  routes.guarded(recoverChannel, async ({ services, params: { id }, by, context }) => {
    const { ms, failure, keyId } = await testChannel(services, id)
    const time = ms / 1000
    if (failure) return testFailed(context, failure, time)
    if (keyId !== undefined) await reviveKey(services, by, id, keyId)
    return beside(undefined, { time, enabled: await reenable(services, by, id) })
  })
  routes.guarded(reportFalseAlarm, async ({ services, params: { id }, body, by }) => ({
    enabled: await falseAlarm(services, by, id, body.never),
  }))
  routes.guarded(testChannels, async ({ services }) => {
    const run = await startTests(services, { byHand: true })
    if (!run) throw new ApiError('channel_test_running')
    run.ended.catch((error) => services.log.warn({ error: String(error) }, 'the test of all channels failed'))
  })
  routes.guarded(stopTestingChannels, ({ services }) => stopTests(services.store))
  routes.guarded(channelTestProgress, ({ services }) => testProgress(services.store))
  routes.guarded(updateChannelBalance, async ({ services, params }) =>
    beside(undefined, { balance: await updateBalance(services, params.id) }),
  )
  routes.guarded(updateChannelBalances, ({ services }) => updateBalances(services))
  routes.guarded(fetchChannelModels, ({ services, params }) => fetchModels(services, params.id))
  routes.guarded(fetchFormModels, ({ services, body }) => listModelsOf(channelFromForm(services, body)))
  routes.guarded(channelOutlook, ({ services, body }) => routingPreview(services, body))
  routes.guarded(probeChannel, ({ services, body, context }) => {
    const channel = channelFromForm(services, body)
    const { id, test_model = '', from = 'reach', until = 'stream' } = body
    // The probe continues when its result cannot be stored.
    const warnNotStored = (error: unknown) =>
      services.log.warn({ channel: id, error: String(error) }, 'a channel test could not be stored')
    const onTested = id
      ? (test: TestRecord) => storeFormTest(services, { id, form: channel }, test).catch(warnNotStored)
      : undefined
    const steps = probe({ channel, model: test_model, from, until, signal: context.req.raw.signal, onTested })
    return eventStreamResponse(steps, (error) =>
      services.log.warn({ error: String(error) }, 'the test of a channel form failed'),
    )
  })
}

const testFailed = (context: Context, failure: ApiError, time: number) =>
  context.json({ success: false, message: failure.text(context.var.language), time })
