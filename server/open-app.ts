import type { App } from './app.ts'
import type { Calls } from './calls/calls.ts'
import { createFetchHandler } from './calls/relay/fetch-adapter.ts'
import { createRelayHandler, type RelayHandler } from './calls/relay/relay-handler.ts'
import { openRelay } from './channels/open-relay.ts'
import type { Money } from './money/money.ts'
import type { Platform } from './platform/platform.ts'

/** Opens what answers relayed calls, in a process that passes everything else on. */
export const openRelayHandler = (services: Platform & Money & Calls): RelayHandler =>
  createRelayHandler(openRelay(services))

/**
 * Opens the HTTP interface of a server that starts: relayed calls are answered at once. The console's calls are most of
 * the program, which is loaded when the first of them comes; a node that only relays never needs it.
 */
export function openApp(services: Platform & Money & Calls): Pick<App, 'fetch' | 'relayHandler'> {
  const relay = openRelay(services)
  const relayHandler = createRelayHandler(relay)
  const relayed = createFetchHandler(relayHandler)
  let whole: App | undefined
  async function load(): Promise<App> {
    const { createApp } = await import('./app.ts')
    whole ??= createApp(services, relay)
    return whole
  }
  return {
    relayHandler,
    fetch: (request, connection) =>
      relayed(request, connection) ??
      (whole ? whole.fetch(request, connection) : load().then((app) => app.fetch(request, connection))),
  }
}
