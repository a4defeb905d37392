import type { CodeProviderId, CodeProviderName } from '#contract/login/login-providers.ts'
import { isOidcProviderName } from '#contract/login/oidc-providers.ts'
import { discord } from './discord.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { linuxdo } from './linuxdo.ts'
import { listedProvider, oidc } from './oidc.ts'
import type { CodeProvider } from './provider.ts'

/** Every provider of the data that the browser visits and comes back from with a code. */
const codeProviders: Record<CodeProviderName, CodeProvider> = { github, linuxdo, oidc, google, discord }

/** Returns the provider of a name; of one that is not listed, too: it is not enabled. */
export const codeProviderOf = (name: CodeProviderId): CodeProvider =>
  isOidcProviderName(name) ? listedProvider(name) : codeProviders[name]
