import * as channels from './channels.ts'
import type { Endpoint } from './endpoint.ts'
import * as logs from './logs.ts'
import * as options from './options.ts'
import * as session from './session.ts'
import * as site from './site.ts'
import * as tokens from './tokens.ts'
import * as users from './users.ts'

/** Every declared endpoint by name, for documents and for tests over the whole interface. */
export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  [site, session, users, channels, tokens, logs, options]
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'reply' in value
}
