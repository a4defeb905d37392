import { isOptionKey, options as specs } from '#contract/options.ts'
import { verifyPassword } from '../../people/accounts/passwords.ts'
import { type Config, DEFAULT_ROOT_PASSWORD } from '../../platform/config.ts'
import { type Finding, findingsOf } from './finding.ts'
import type { Check, Patient, ReachedPatient } from './patient.ts'
import { listAdministrators } from './queries.ts'

const MIN_SECRET = 16
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/
/** Networks that are everybody. */
const EVERYBODY = /\/0$/

const { ok, warning, error } = findingsOf('settings')

/** Whether an administrator still has the password that everybody knows. */
export const passwordsCheck: Check<ReachedPatient> = {
  area: 'passwords',
  async run({ store }) {
    const { ok, error } = findingsOf('passwords')
    const found: Finding[] = []
    for (const { username, password } of await listAdministrators(store.db)) {
      if (password && (await verifyPassword(DEFAULT_ROOT_PASSWORD, password))) {
        found.push(
          error(`${username} has the password ${DEFAULT_ROOT_PASSWORD}`, `switchyard reset-password ${username}`),
        )
      }
    }
    return found.length > 0 ? found : [ok('no administrator has the default password')]
  },
}

/** Variables that are dangerous as they are. */
export const environmentCheck: Check<Patient> = {
  area: 'settings',
  async run({ config }) {
    const found = listDangers(config)
    return found.length > 0 ? found : [ok('no dangerous environment variables')]
  },
}

function listDangers(config: Config): Finding[] {
  const { host, rateLimit, initialRootPassword, trustedProxies, secretKey, metricsToken, privateMedia } = config
  const isPublic = !LOOPBACK.test(host)
  const found: Finding[] = []
  if (trustedProxies.some((network) => EVERYBODY.test(network))) {
    found.push(error('TRUSTED_PROXIES trusts all addresses, so callers can choose their own', 'list only the proxies'))
  }
  if (isPublic && initialRootPassword === DEFAULT_ROOT_PASSWORD) {
    found.push(
      error('INITIAL_ROOT_PASSWORD is the public default', 'leave it empty, and use the link of the first start'),
    )
  }
  if (isPublic && !rateLimit) {
    found.push(
      warning(
        'RATE_LIMIT is off, so passwords can be guessed without a limit',
        'turn it on if others can reach the server',
      ),
    )
  }
  if (secretKey && secretKey.length < MIN_SECRET) {
    found.push(warning('SECRET_KEY is short', 'use switchyard rotate-key to set 32 random characters'))
  }
  if (metricsToken && metricsToken.length < MIN_SECRET) {
    found.push(warning('METRICS_TOKEN is short', 'use 32 random characters'))
  }
  if (privateMedia) {
    found.push(
      warning('PRIVATE_MEDIA is on, so callers can make the server read addresses of its own network', 'turn it off'),
    )
  }
  return found
}

/** Options that are dangerous as they are. */
export const optionsCheck: Check<ReachedPatient> = {
  area: 'settings',
  async run({ options, config }) {
    const text = (key: string) => options.get(key) ?? (isOptionKey(key) ? specs[key].default : '')
    const isOn = (key: string) => text(key) === 'true'
    const found: Finding[] = []
    const isUnchecked = !isOn('EmailVerificationEnabled') && !isOn('TurnstileCheckEnabled')
    if (
      isOn('RegisterEnabled') &&
      isOn('PasswordRegisterEnabled') &&
      isUnchecked &&
      Number(text('QuotaForNewUser')) > 0
    ) {
      found.push(
        error(
          'anyone can register repeatedly for free quota (QuotaForNewUser)',
          'turn on EmailVerificationEnabled or TurnstileCheckEnabled, or grant no quota',
        ),
      )
    }
    if (isOn('SellUnpricedModelsEnabled')) {
      found.push(
        warning('calls to unpriced models are allowed (SellUnpricedModelsEnabled)', 'set prices and turn it off'),
      )
    }
    if (!isOn('LogConsumeEnabled')) {
      found.push(warning('calls are not logged (LogConsumeEnabled), so charges cannot be checked', 'turn it on'))
    }
    const address = URL.parse(text('ServerAddress'))
    if (address?.protocol === 'http:' && !LOOPBACK.test(address.hostname)) {
      found.push(
        warning(
          `ServerAddress is ${address.origin}: keys and passwords are sent unencrypted`,
          'put a proxy with TLS in front',
        ),
      )
    }
    if (!address && !LOOPBACK.test(config.host)) {
      found.push(
        warning('ServerAddress is not set, so links in emails and payments do not work', 'set it under Settings'),
      )
    }
    return found.length > 0 ? found : [ok('no dangerous settings')]
  },
}
