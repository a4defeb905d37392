import { DISPLAY_NAME_MAX, USERNAME_MAX } from '#contract/api/users.ts'
import { isOidcProviderName } from '#contract/login/oidc-providers.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomText } from '../../platform/http/request-id.ts'
import type { Platform } from '../../platform/platform.ts'
import { addUser } from '../accounts/new-user.ts'
import type { UserWithBalance } from '../accounts/present.ts'
import { linkIdentity } from './link.ts'
import { type Provider, type ProviderAccount, providerFailure } from './provider.ts'
import { findOwner } from './queries.ts'

/**
 * Returns the user who owns the account and registers a new user when there is none. Throws user_deleted, user_banned,
 * register_disabled or the provider's error for unknown accounts.
 */
export async function findOrRegister(
  services: Platform,
  provider: Provider,
  account: ProviderAccount,
  affCode: string | undefined,
): Promise<UserWithBalance> {
  const { db } = services.store
  const known = await findOwner(db, provider.name, account.subject)
  if (known) return requireActive(known)
  if (provider.unknownError) throw new ApiError(provider.unknownError)
  if (!services.options.values.RegisterEnabled) throw new ApiError('register_disabled')
  while (!(await registerOnce(services, provider, account, affCode))) {
    // The name was taken, or another request registered the account at the same time.
    const other = await findOwner(db, provider.name, account.subject)
    if (other) return requireActive(other)
  }
  const created = await findOwner(db, provider.name, account.subject)
  if (!created) throw new ApiError('record_not_found')
  return created
}

function requireActive(user: UserWithBalance): UserWithBalance {
  if (user.deleted_at) throw new ApiError('user_deleted')
  if (user.status !== USER_STATUS.enabled) throw new ApiError('user_banned')
  return user
}

class NotRegistered extends Error {}

/** Registers a user under a random name. Returns false, with nothing stored, when the name or the account is taken. */
async function registerOnce(
  { store, options }: Platform,
  provider: Provider,
  account: ProviderAccount,
  affCode: string | undefined,
): Promise<boolean> {
  const user = {
    username: randomName(provider.name),
    displayName: cleanDisplayName(account.displayName) || provider.displayName,
    password: '',
    email: '',
    affCode,
  }
  try {
    await store.db.transaction().execute(async (trx) => {
      const id = await addUser(trx, options.values, user)
      if (id === undefined || !(await linkIdentity(trx, provider, account, id))) throw new NotRegistered()
    })
    return true
  } catch (error) {
    if (error instanceof NotRegistered) return false
    throw error
  }
}

/** Shortens a provider's name to a valid display name. */
const cleanDisplayName = (name: string) =>
  name
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, DISPLAY_NAME_MAX)
    .trimEnd()
    .toWellFormed()

/** `github_x4k9p`: as long as a username may be, so that there are always many free ones. */
function randomName(provider: string): string {
  const prefix = isOidcProviderName(provider) ? 'oidc' : provider
  return `${prefix}_${randomText(USERNAME_MAX - prefix.length - 1).toLowerCase()}`
}

/** Binds a provider's account to a logged-in user. Throws the provider's `taken`. */
export async function bindAccount(
  { store, bus }: Platform,
  provider: Provider,
  account: ProviderAccount,
  userId: number,
): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    if (!(await linkIdentity(trx, provider, account, userId))) throw providerFailure(provider.name, 'taken')
  })
  bus.publish({ kind: 'user', id: userId })
}
