import { isSecretReference } from '#contract/configuration/references.ts'
import { isRecord } from '#contract/is-record.ts'
import { parseOidcProviders, readOidcSecrets } from '../../platform/options/oidc-providers.ts'
import { changeOidcProviders, lockStoredText } from '../../site/settings/save.ts'
import { toOptionText } from './option-values.ts'
import { keepSecret, type Run, recordChange, recordSecret } from './run.ts'

/** Changes the list of OpenID providers and their secrets; returns the text of the list if anything changes. */
export async function applyOidcProviders(run: Run, path: string[], given: unknown): Promise<string | undefined> {
  const { trx, services } = run
  const before = parseOidcProviders(await lockStoredText(trx, 'OIDCProviders'))
  const sealed = await lockStoredText(trx, 'OIDCProviderSecrets')
  const secrets = readOidcSecrets(sealed && services.vault.decrypt(sealed))
  const entries: unknown[] = JSON.parse(toOptionText('OIDCProviders', given ?? []))
  const text = JSON.stringify(
    entries.map((entry, index) => {
      if (!isRecord(entry) || !isSecretReference(entry.client_secret)) return entry
      const { client_secret, ...provider } = entry
      const isKept = before.some(({ id, issuer }) => id === provider.id && issuer === provider.issuer && secrets[id])
      keepSecret(run, [...path, index, 'client_secret'], client_secret.$env, isKept)
      return provider
    }),
  )
  const after = parseOidcProviders(text)
  const list = after.map(({ client_secret: _, ...provider }) => provider)
  const isNew = recordChange(run, path, before, list)
  const news = after.filter(
    ({ id, client_secret }) =>
      client_secret && recordSecret(run, [...path, id, 'client_secret'], secrets[id] ?? '', client_secret),
  )
  if (!isNew && news.length === 0) return undefined
  await changeOidcProviders(trx, services, text)
  return JSON.stringify(list)
}
