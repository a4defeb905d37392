import type { exportConfiguration } from '#contract/api/configuration.ts'
import type { Reply } from '#contract/api/endpoint.ts'
import type { SecretReference } from '#contract/configuration/references.ts'
import { OPTION_SECTIONS, optionsOf } from '#contract/configuration/sections.ts'
import { type OptionKey, options } from '#contract/options.ts'
import { STORED_SECRET } from '#contract/proxy-address.ts'
import { listRules, listSinks } from '../../insight/alerts/queries.ts'
import { secretsOf } from '../../insight/alerts/sink-settings.ts'
import { readOidcSecrets } from '../../platform/options/oidc-providers.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { entryOf, withoutDefaults } from './channel-entry.ts'
import { handlesOf } from './handles.ts'
import { isSecretOption, toDocumentValue } from './option-values.ts'
import { listAllChannels, listPooledChannels, listStoredOptions } from './queries.ts'
import { ruleLabel, shownRule } from './rules-part.ts'
import { secretNames } from './secret-names.ts'
import { shownSink, sinkLabel, withoutSinkDefaults } from './sinks-part.ts'

type Export = Reply<typeof exportConfiguration>
/** Names a secret at a place of the document. */
type Refer = (path: (string | number)[], ...words: string[]) => SecretReference

/** The configuration of a site as a document. It holds no secret: references stand where they belong. */
export async function exportDocument(services: Platform): Promise<Export> {
  const { store } = services
  // One view of the database, so that a document is never half of a change.
  return store.db.transaction().execute(async (trx) => {
    const secrets: Export['secrets'] = []
    const nameOf = secretNames()
    const refer: Refer = (path, ...words) => {
      const name = nameOf(...words)
      secrets.push({ path, name })
      return { $env: name }
    }
    const document = {
      ...(await optionSections(trx, services, refer)),
      channels: await channelEntries(trx, refer),
      ...(await alertEntries(trx, services, refer)),
    }
    return { document, secrets }
  })
}

async function optionSections(trx: Queryable, { vault }: Platform, refer: Refer) {
  const stored = new Map((await listStoredOptions(trx)).map(({ key, value }) => [key, value]))
  const textOf = (key: OptionKey) => stored.get(key) ?? options[key].default
  const oidcSecrets = readOidcSecrets(open(vault, stored.get('OIDCProviderSecrets') ?? ''))
  const saidOf = (section: string, key: OptionKey) => {
    if (isSecretOption(key)) return textOf(key) === '' ? undefined : refer([section, key], key)
    const value = toDocumentValue(key, textOf(key))
    if (Bun.deepEquals(value, toDocumentValue(key, options[key].default))) return undefined
    if (key !== 'OIDCProviders') return value
    return (value as { id: string }[]).map((provider, index) =>
      oidcSecrets[provider.id]
        ? { ...provider, client_secret: refer([section, key, index, 'client_secret'], 'OIDC', provider.id, 'secret') }
        : provider,
    )
  }
  return Object.fromEntries(
    OPTION_SECTIONS.map((section) => {
      const values = optionsOf(section).map((key) => [key, saidOf(section, key)] as const)
      return [section, Object.fromEntries(values.filter(([, value]) => value !== undefined))]
    }),
  )
}

async function channelEntries(trx: Queryable, refer: Refer) {
  const pooled = await listPooledChannels(trx)
  const handles = handlesOf(await listAllChannels(trx), ({ name }) => name)
  return Object.fromEntries(
    [...handles].map(([key, row]) => {
      const field = pooled.has(row.id) ? 'keys' : 'key'
      const { type, ...entry } = withSecretsReferred(withoutDefaults(entryOf(row)), key, refer)
      const name = key === row.name ? {} : { name: row.name }
      return [key, { ...name, type, [field]: refer(['channels', key, field], 'channel', key, field), ...entry }]
    }),
  )
}

/** Stars stand for secrets: a variable of the environment has the key, or the whole address of the proxy. */
function withSecretsReferred(
  { settings, ...entry }: Record<string, unknown>,
  key: string,
  refer: Refer,
): Record<string, unknown> {
  if (!settings) return entry
  const values = Object.entries(settings).map(([name, value]) => {
    const isSecret = typeof value === 'string' && (value === STORED_SECRET || value.includes(`:${STORED_SECRET}@`))
    return [name, isSecret ? refer(['channels', key, 'settings', name], 'channel', key, name) : value]
  })
  return { ...entry, settings: Object.fromEntries(values) }
}

async function alertEntries(trx: Queryable, { vault }: Platform, refer: Refer) {
  const sinks = handlesOf(await listSinks(trx), sinkLabel)
  const ids = new Map([...sinks].map(([key, { id }]) => [key, id]))
  const sinkEntries = [...sinks].map(([key, row]) => {
    const names = Object.keys(secretsOf(row, vault))
    const referred = names.map((name) => [name, refer(['sinks', key, 'settings', name], 'sink', key, name)])
    const { name: _, ...entry } = withoutSinkDefaults(shownSink(row))
    const settings = { ...Object(entry.settings), ...Object.fromEntries(referred) }
    return [key, { ...named(key, row), ...entry, settings }]
  })
  const rules = handlesOf(await listRules(trx), ruleLabel)
  const ruleEntries = [...rules].map(([key, row]) => {
    const { name: _, urgent, enabled, ...entry } = shownRule(row, ids)
    return [key, { ...named(key, row), ...entry, ...(urgent && { urgent }), ...(!enabled && { enabled }) }]
  })
  return { sinks: Object.fromEntries(sinkEntries), alert_rules: Object.fromEntries(ruleEntries) }
}

/** The name, where the key in the document does not say it. */
function named(key: string, { name, kind }: { name: string; kind: string }): { name?: string } {
  return (key === kind ? '' : key) === name ? {} : { name }
}

const open = (vault: Platform['vault'], sealed: string) => sealed && vault.decrypt(sealed)
