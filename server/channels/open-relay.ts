import type { Calls } from '../calls/calls.ts'
import type { RelayDeps } from '../calls/relay/deps/deps.ts'
import { createRelayDeps } from '../calls/relay/deps/open.ts'
import type { Money } from '../money/money.ts'
import type { Platform } from '../platform/platform.ts'
import { autoDisable } from './auto-disable.ts'
import { probeModel } from './checks/probe-model.ts'
import { createSuspectTests } from './checks/test-suspect.ts'

/** Opens the relay with what channels do when it finds that one of them fails. */
export const openRelay = (services: Platform & Money & Calls): RelayDeps =>
  createRelayDeps(services, {
    probeModel: (channel, model) => probeModel(services, channel, model),
    disable: (id, reason, rule, waitMs) => autoDisable(services, id, reason, rule, waitMs),
    testSuspect: createSuspectTests(services),
  })
