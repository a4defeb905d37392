import type { CodeProviderName } from '#contract/login-providers.ts'
import { discord } from './discord.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { linuxdo } from './linuxdo.ts'
import { oidc } from './oidc.ts'
import type { CodeProvider } from './provider.ts'

/** Every provider that the browser visits and comes back from with a code. */
export const codeProviders: Record<CodeProviderName, CodeProvider> = { github, linuxdo, oidc, google, discord }
