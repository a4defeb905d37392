import { DISPLAY_NAME_MAX, USERNAME_MAX } from '#contract/api/users.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { Failure } from '../../errors/api-error.ts'
import { randomText } from '../../http/request-id.ts'
import type { Services } from '../../services.ts'
import { addUser } from '../new-user.ts'
import type { UserWithBalance } from '../present.ts'
import { link } from './link.ts'
import type { Provider, ProviderAccount } from './provider.ts'
import { findOwner } from './queries.ts'

/**
 * The user whose account this is; somebody unknown is registered. Throws user_deleted, user_banned, register_disabled
 * or what the provider says of unknown accounts.
 */
export async function userOf(
  services: Services,
  provider: Provider,
  account: ProviderAccount,
  affCode: string | undefined,
): Promise<UserWithBalance> {
  const { db } = services.store
  const known = await findOwner(db, provider.name, account.subject)
  if (known) return requireActive(known)
  if (provider.errors.unknown) throw new Failure(provider.errors.unknown)
  if (!services.options.values.RegisterEnabled) throw new Failure('register_disabled')
  while (!(await registerOnce(services, provider, account, affCode))) {
    // The name was taken, or the account came in by another request at the same time.
    const other = await findOwner(db, provider.name, account.subject)
    if (other) return requireActive(other)
  }
  const created = await findOwner(db, provider.name, account.subject)
  if (!created) throw new Failure('record_not_found')
  return created
}

function requireActive(user: UserWithBalance): UserWithBalance {
  if (user.deleted_at) throw new Failure('user_deleted')
  if (user.status !== USER_STATUS.enabled) throw new Failure('user_banned')
  return user
}

class NotRegistered extends Error {}

/** Registers somebody under a random name; false = name or account were taken, and nothing is stored. */
async function registerOnce(
  { store, options }: Services,
  provider: Provider,
  account: ProviderAccount,
  affCode: string | undefined,
): Promise<boolean> {
  const user = {
    username: randomName(provider.name),
    displayName: tidy(account.displayName) || provider.displayName,
    password: '',
    email: '',
    affCode,
  }
  try {
    await store.db.transaction().execute(async (trx) => {
      const id = await addUser(trx, options.values, user)
      if (id === undefined || !(await link(trx, provider, account, id))) throw new NotRegistered()
    })
    return true
  } catch (error) {
    if (error instanceof NotRegistered) return false
    throw error
  }
}

/** A foreign name within the limits of ours. */
const tidy = (name: string) =>
  name
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, DISPLAY_NAME_MAX)
    .trimEnd()
    .toWellFormed()

/** `github_x4k9p`: as long as a username may be, so that there are always many free ones. */
const randomName = (provider: string) => `${provider}_${randomText(USERNAME_MAX - provider.length - 1).toLowerCase()}`

/** Binds a provider's account to a user who is logged in. Throws the provider's `taken`. */
export async function bindAccount(
  { store, bus }: Services,
  provider: Provider,
  account: ProviderAccount,
  userId: number,
): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    if (!(await link(trx, provider, account, userId))) throw new Failure(provider.errors.taken)
  })
  bus.publish({ kind: 'user', id: userId })
}
