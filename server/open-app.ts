import type { App } from './app.ts'
import { createFetchHandler } from './calls/relay/fetch-adapter.ts'
import { openRelay } from './calls/relay/open.ts'
import { createRelayHandler, type RelayHandler } from './calls/relay/relay-handler.ts'
import type { Services } from './services.ts'

/** Opens what answers relayed calls, in a process that passes everything else on. */
export const openRelayHandler = (services: Services): RelayHandler => createRelayHandler(openRelay(services))

/**
 * Opens the HTTP interface of a server that starts: relayed calls are answered at once. The console's calls are most of
 * the program, which is loaded when the first of them comes; a node that only relays never needs it.
 */
export function openApp(services: Services): Pick<App, 'fetch' | 'relayHandler'> {
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
