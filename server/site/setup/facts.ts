import { SETUP_STEPS, type SetupFacts } from '#contract/api/setup.ts'
import { commaList } from '#contract/comma-list.ts'
import { isOptionKey, type OptionSpec, options } from '#contract/options.ts'
import type { Calls } from '../../calls/calls.ts'
import { countOpen } from '../../insight/alerts/queries.ts'
import { listUnpriced } from '../../insight/unpriced.ts'
import { verifyPassword } from '../../people/accounts/passwords.ts'
import { DEFAULT_ROOT_PASSWORD } from '../../platform/config.ts'
import { mailState } from '../../platform/mail/mail-state.ts'
import type { Options } from '../../platform/options/open-options.ts'
import type { Platform } from '../../platform/platform.ts'
import { channelState, hasServedCall, passwordHash } from './queries.ts'

/**
 * Creates a function that returns the state of the set-up. It is cheap enough to be called every few seconds:
 * options, prices and models are in memory, a password is checked once for each hash, and a served call is
 * remembered.
 */
export function createSetupReader(services: Platform & Calls): (userId: number) => Promise<SetupFacts> {
  const { store, vault } = services
  const isDefault = createPasswordCheck()
  let called = false
  return async (userId) => {
    const [hash, channels] = await Promise.all([passwordHash(store.db, userId), channelState(store.db)])
    called ||= await hasServedCall(store.db)
    const { values } = services.options
    const hidden = commaList(values.SetupHidden)
    return {
      default_password: await isDefault(userId, hash),
      language_chosen: services.options.isSet('ErrorLanguage'),
      server_address: values.ServerAddress,
      channels,
      unpriced: listUnpriced(services).length,
      called,
      entry_reviewed: values.SetupEntry === 'reviewed' || isEntryChanged(services.options),
      mail: mailState(vault, values),
      hidden: SETUP_STEPS.filter((step) => hidden.includes(step)),
      alerts: await countOpen(store.db),
    }
  }
}

/** Checking a password takes about 20 ms of a core, so the result is kept as long as the hash. */
function createPasswordCheck() {
  const known = new Map<number, { hash: string; isDefault: boolean }>()
  return async (userId: number, hash: string): Promise<boolean> => {
    const last = known.get(userId)
    if (last?.hash === hash) return last.isDefault
    const isDefault = hash !== '' && (await verifyPassword(DEFAULT_ROOT_PASSWORD, hash))
    known.set(userId, { hash, isDefault })
    return isDefault
  }
}

/** Whether the options for login and registration were changed, which implies that they were reviewed. */
function isEntryChanged(live: Options): boolean {
  return Object.keys(options)
    .filter(isOptionKey)
    .some((key) => {
      const { tab, section, default: usual }: OptionSpec = options[key]
      return tab === 'system' && (section === 'login' || section === 'email') && live.text(key) !== usual
    })
}
