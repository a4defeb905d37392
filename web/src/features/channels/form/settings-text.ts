import { CHANNEL_SETTING_DEFAULTS, type ChannelSettings } from '#contract/api/channels.ts'
import { DEFAULT_MULTI_KEY_MODE, MULTI_KEY_MODES } from '#contract/channel-keys.ts'
import { isRecord } from '#contract/is-record.ts'

/** The settings as form values. Times are in seconds; 0 = default. */
export interface SettingValues extends Omit<Required<ChannelSettings>, 'service_tiers'> {
  service_tiers: TierPolicy
}

/** What becomes of a caller's choice of a more expensive service tier. */
export const TIER_POLICIES = ['omit', 'allow', 'refuse'] as const
type TierPolicy = (typeof TIER_POLICIES)[number]
const STORED_TIERS = { omit: undefined, allow: true, refuse: 'refuse' } as const

export const newSettings: SettingValues = {
  abort_policy: 'cancel',
  drain_seconds: CHANNEL_SETTING_DEFAULTS.drain_seconds,
  first_byte_timeout: 0,
  idle_timeout: 0,
  total_timeout: 0,
  service_tiers: 'omit',
  fit_parameters: true,
  prompt_caching: true,
  hedge: false,
  wait_seconds: 0,
  multi_key_mode: DEFAULT_MULTI_KEY_MODE,
  proxy: '',
  ca: '',
  client_certificate: '',
  client_key: '',
}

/** How a channel is reached: as texts, "" = nothing special. */
export const WAY_SETTINGS = ['proxy', 'ca', 'client_certificate', 'client_key'] as const
type WayName = (typeof WAY_SETTINGS)[number]
const wayOf = (textOf: (name: WayName) => string) =>
  Object.fromEntries(WAY_SETTINGS.map((name) => [name, textOf(name)])) as Record<WayName, string>

/** Reads the settings from a channel's JSON text. Missing or unreadable values get their default. */
export function readSettings(text: string): SettingValues {
  const { abort_policy, service_tiers, ...stored } = recordIn(text)
  const seconds = (name: keyof typeof CHANNEL_SETTING_DEFAULTS) => {
    const value = stored[name]
    return typeof value === 'number' && value > 0 ? value : newSettings[name]
  }
  return {
    abort_policy: abort_policy === 'drain' ? 'drain' : 'cancel',
    drain_seconds: seconds('drain_seconds'),
    first_byte_timeout: seconds('first_byte_timeout'),
    idle_timeout: seconds('idle_timeout'),
    total_timeout: seconds('total_timeout'),
    service_tiers: TIER_POLICIES.find((policy) => STORED_TIERS[policy] === service_tiers) ?? 'omit',
    fit_parameters: stored.fit_parameters !== false,
    prompt_caching: stored.prompt_caching !== false,
    hedge: stored.hedge === true,
    wait_seconds: typeof stored.wait_seconds === 'number' ? stored.wait_seconds : 0,
    multi_key_mode: MULTI_KEY_MODES.find((mode) => mode === stored.multi_key_mode) ?? DEFAULT_MULTI_KEY_MODE,
    ...wayOf((name) => String(stored[name] ?? '')),
  }
}

/**
 * Writes settings as JSON text without defaults; "" for none. Entries of `former` without a form field are
 * kept.
 */
export function writeSettings(values: SettingValues, former: string): string {
  const { abort_policy, drain_seconds, service_tiers, fit_parameters, prompt_caching, hedge, multi_key_mode } = values
  const times = Object.entries(values).filter(([, value]) => typeof value === 'number')
  const kept = Object.entries(recordIn(former)).filter(([name]) => !(name in newSettings))
  const given = times.filter(([name, seconds]) => name !== 'drain_seconds' && Number(seconds) > 0)
  const way = Object.entries(wayOf((name) => values[name].trim())).filter(([, text]) => text !== '')
  const drain = abort_policy === 'drain' ? Object.entries({ abort_policy, drain_seconds }) : []
  const switches = {
    ...(service_tiers !== 'omit' && { service_tiers: STORED_TIERS[service_tiers] }),
    ...(!fit_parameters && { fit_parameters }),
    ...(!prompt_caching && { prompt_caching }),
    ...(hedge && { hedge }),
    ...(multi_key_mode !== DEFAULT_MULTI_KEY_MODE && { multi_key_mode }),
  }
  const entries = [...kept, ...drain, ...given, ...Object.entries(switches), ...way]
  return entries.length ? JSON.stringify(Object.fromEntries(entries)) : ''
}

function recordIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
