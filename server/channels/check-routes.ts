import {
  channelTestProgress,
  fetchChannelModels,
  probeChannel,
  recoverChannel,
  stopTestingChannels,
  testChannels,
  testChannel as testEndpoint,
  updateChannelBalance,
  updateChannelBalances,
} from '#contract/api/channel-checks.ts'
import { channelOutlook } from '#contract/api/channel-outlook.ts'
import { Failure } from '../errors/api-error.ts'
import type { Context } from '../http/context.ts'
import { eventStream } from '../http/event-stream.ts'
import { beside } from '../http/reply.ts'
import type { Routes } from '../sessions/bind.ts'
import { enableAgain } from './auto-disable.ts'
import { fetchModels } from './checks/fetch-models.ts'
import { storeFormTest } from './checks/form-proof.ts'
import { probe } from './checks/probe.ts'
import { probedChannel } from './checks/probe-input.ts'
import { beginTests, stopTests, testProgress } from './checks/test-all.ts'
import { testChannel } from './checks/test-channel.ts'
import type { Tested } from './checks/test-history.ts'
import { updateBalance, updateBalances } from './checks/update-balance.ts'
import { outlook } from './routing-preview.ts'

/** Questions to the upstreams of channels, for administrators. */
export function channelCheckRoutes(routes: Routes): void {
  routes.guarded(testEndpoint, async ({ services, params, query, context }) => {
    const { ms, failure } = await testChannel(services, params.id, query.model)
    const time = ms / 1000
    return failure ? testFailed(context, failure, time) : beside(undefined, { time })
  })
  routes.guarded(recoverChannel, async ({ services, params: { id }, by, context }) => {
    const { ms, failure } = await testChannel(services, id)
    const time = ms / 1000
    if (failure) return testFailed(context, failure, time)
    return beside(undefined, { time, enabled: await enableAgain(services, by, id) })
  })
  routes.guarded(testChannels, async ({ services }) => {
    const run = await beginTests(services, { byHand: true })
    if (!run) throw new Failure('channel_test_running')
    run.ended.catch((error) => services.log.warn({ error: String(error) }, 'the test of all channels broke off'))
  })
  routes.guarded(stopTestingChannels, ({ services }) => stopTests(services.store))
  routes.guarded(channelTestProgress, ({ services }) => testProgress(services.store))
  routes.guarded(updateChannelBalance, async ({ services, params }) =>
    beside(undefined, { balance: await updateBalance(services, params.id) }),
  )
  routes.guarded(updateChannelBalances, ({ services }) => updateBalances(services))
  routes.guarded(fetchChannelModels, ({ services, params }) => fetchModels(services, params.id))
  routes.guarded(channelOutlook, ({ services, body }) => outlook(services, body))
  routes.guarded(probeChannel, ({ services, body, context }) => {
    const channel = probedChannel(services, body)
    const { id, test_model = '', from = 'reach', until = 'stream' } = body
    // The trial goes on when what it found cannot be stored.
    const lost = (error: unknown) => services.log.warn({ channel: id, error: String(error) }, 'a test was not stored')
    const onTested = id ? (test: Tested) => storeFormTest(services, { id, form: channel }, test).catch(lost) : undefined
    const steps = probe({ channel, model: test_model, from, until, signal: context.req.raw.signal, onTested })
    return eventStream(steps, (error) => services.log.warn({ error: String(error) }, 'a channel probe broke off'))
  })
}

const testFailed = (context: Context, failure: Failure, time: number) =>
  context.json({ success: false, message: failure.text(context.var.language), time })
