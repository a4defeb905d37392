import { SETUP_STEPS, type SetupFacts } from '#contract/api/setup.ts'
import { commaList } from '#contract/comma-list.ts'
import { isOptionKey, type OptionSpec, options } from '#contract/options.ts'
import { verifyPassword } from '../accounts/passwords.ts'
import { DEFAULT_ROOT_PASSWORD } from '../config.ts'
import { mailState } from '../mail/mail-mark.ts'
import type { Options } from '../options/live.ts'
import type { Services } from '../services.ts'
import { withoutPrice } from '../site/unpriced.ts'
import { channelState, hasServedCall, passwordHash } from './queries.ts'

/**
 * Tells how far the set-up is. Cheap enough to be asked every few seconds: options, prices and models are in memory, a
 * password is tried once for each hash, and a call that was seen stays seen.
 */
export function createSetup(services: Services): (userId: number) => Promise<SetupFacts> {
  const { store, vault } = services
  const isDefault = passwordCheck()
  let called = false
  return async (userId) => {
    const [hash, channels] = await Promise.all([passwordHash(store.db, userId), channelState(store.db)])
    called ||= await hasServedCall(store.db)
    const { values } = services.options
    const hidden = commaList(values.SetupHidden)
    return {
      default_password: await isDefault(userId, hash),
      server_address: values.ServerAddress,
      channels,
      unpriced: withoutPrice(services).length,
      called,
      entry_reviewed: values.SetupEntry === 'reviewed' || isEntryChanged(services.options),
      mail: mailState(vault, values),
      hidden: SETUP_STEPS.filter((step) => hidden.includes(step)),
    }
  }
}

/** To try a password takes some 20 ms of a core: the answer is kept as long as the hash is. */
function passwordCheck() {
  const known = new Map<number, { hash: string; isDefault: boolean }>()
  return async (userId: number, hash: string): Promise<boolean> => {
    const last = known.get(userId)
    if (last?.hash === hash) return last.isDefault
    const isDefault = hash !== '' && (await verifyPassword(DEFAULT_ROOT_PASSWORD, hash))
    known.set(userId, { hash, isDefault })
    return isDefault
  }
}

/** Whether somebody has changed who may enter, which nobody does without having looked at it. */
function isEntryChanged(live: Options): boolean {
  return Object.keys(options)
    .filter(isOptionKey)
    .some((key) => {
      const { tab, section, default: usual }: OptionSpec = options[key]
      return tab === 'system' && (section === 'login' || section === 'email') && live.text(key) !== usual
    })
}
