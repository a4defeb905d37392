import * as account from './account.ts'
import * as alerts from './alerts.ts'
import * as audits from './audits.ts'
import * as channelBatch from './channel-batch.ts'
import * as channelChecks from './channel-checks.ts'
import * as channelKeys from './channel-keys.ts'
import * as channelOutlook from './channel-outlook.ts'
import * as channels from './channels.ts'
import * as configuration from './configuration.ts'
import * as documents from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import * as estimates from './estimates.ts'
import * as familyConsole from './family-console.ts'
import * as identity from './identity.ts'
import * as imports from './imports.ts'
import * as liveCalls from './live-calls.ts'
import * as logs from './logs.ts'
import * as margin from './margin.ts'
import * as models from './models.ts'
import * as nodes from './nodes.ts'
import * as options from './options.ts'
import * as ownAlerts from './own-alerts.ts'
import * as passkeys from './passkeys.ts'
import * as receipts from './payment-receipts.ts'
import * as priceSync from './price-sync.ts'
import * as priceTable from './price-table.ts'
import * as pricing from './public-prices.ts'
import * as redemption from './redemption.ts'
import * as registration from './registration.ts'
import * as routing from './routing.ts'
import * as secondFactor from './second-factor.ts'
import * as session from './session.ts'
import * as setup from './setup.ts'
import * as site from './site.ts'
import * as statistics from './statistics.ts'
import * as tasks from './tasks.ts'
import * as tokens from './tokens.ts'
import * as topup from './topup.ts'
import * as traffic from './traffic.ts'
import * as users from './users.ts'
import * as bills from './vendor-bills.ts'
import * as watchdog from './watchdog.ts'

/** Every declared endpoint by name, for documents and for tests of the whole interface. */
export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  [
    site,
    session,
    registration,
    identity,
    account,
    secondFactor,
    passkeys,
    users,
    channels,
    channelBatch,
    channelChecks,
    channelKeys,
    channelOutlook,
    tokens,
    logs,
    options,
    configuration,
    redemption,
    audits,
    alerts,
    ownAlerts,
    topup,
    receipts,
    priceTable,
    priceSync,
    pricing,
    margin,
    routing,
    bills,
    models,
    statistics,
    watchdog,
    imports,
    nodes,
    liveCalls,
    documents,
    tasks,
    setup,
    estimates,
    traffic,
    familyConsole,
  ]
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'reply' in value
}
