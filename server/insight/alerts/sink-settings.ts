import { addressesOf, fieldsOf, SINK_KINDS, type SinkKind, type SinkSettings } from '#contract/alerts/sinks.ts'
import type { Vault } from '../../platform/store/vault.ts'
import type { AlertSinkRow } from './tables.ts'

type Stored = Pick<AlertSinkRow, 'settings' | 'secrets'>

/** A sink of a newer version may be there while both run. */
export const isSinkKind = (kind: string): kind is SinkKind => Object.hasOwn(SINK_KINDS, kind)

/** The secrets of a sink by name. Throws when they were encrypted with another key. */
export const secretsOf = ({ secrets }: Pick<Stored, 'secrets'>, vault: Vault): Record<string, string> =>
  secrets === '' ? {} : JSON.parse(vault.decrypt(secrets))

/** All settings of a sink, with defaults for those that are empty. */
export function openSettings(kind: SinkKind, row: Stored, vault: Vault): SinkSettings {
  const given: Record<string, string> = { ...JSON.parse(row.settings || '{}'), ...secretsOf(row, vault) }
  return Object.fromEntries(fieldsOf(kind).map(([name, field]) => [name, given[name] || (field.default ?? '')]))
}

/** Splits settings into what is stored as it is and what is encrypted; empty ones are left out. */
export function sealSettings(kind: SinkKind, settings: SinkSettings, vault: Vault): Stored {
  const part = (isSecret: boolean) =>
    Object.fromEntries(
      fieldsOf(kind).flatMap(([name, { secret }]) =>
        (secret === true) === isSecret && settings[name] ? [[name, settings[name]]] : [],
      ),
    )
  const secrets = part(true)
  return {
    settings: JSON.stringify(part(false)),
    secrets: Object.keys(secrets).length === 0 ? '' : vault.encrypt(JSON.stringify(secrets)),
  }
}

/** Where a sink leads, without secrets: the host of its address, or what its settings name. */
export function targetOf(settings: SinkSettings): string {
  const { to, url, chat_id, topic, server } = settings
  if (to) return addressesOf(to).join(', ')
  const address = url ?? server ?? ''
  const host = URL.canParse(address) ? new URL(address).host : ''
  return [host, chat_id ?? topic].filter(Boolean).join(' · ')
}

const MIN_SECRET = 4

/** Takes secrets, and addresses that contain some, out of a text. */
export function redactSettings(text: string, secrets: Readonly<Record<string, string>>): string {
  return Object.values(secrets)
    .filter(({ length }) => length >= MIN_SECRET)
    .reduce((redacted, secret) => redacted.replaceAll(secret, '***'), text)
}
