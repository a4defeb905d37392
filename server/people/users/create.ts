import type { Parsed } from '#contract/api/endpoint.ts'
import type { createUser as createEndpoint } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { addUser } from '../accounts/new-user.ts'
import { hashPassword } from '../accounts/passwords.ts'

/** Creates an ordinary user with the gift for new users. Throws user_not_creatable and username_taken. */
export async function createUser(
  { store, options, config }: Platform,
  actor: UserFacts,
  by: Author,
  { username, display_name, password, role = ROLE.user }: Parsed<typeof createEndpoint>['body'],
): Promise<void> {
  if (role >= actor.role) throw new ApiError('user_not_creatable')
  const displayName = display_name || username
  const hash = await hashPassword(password, config.passwordCost)
  const user = { username, displayName, password: hash, email: '', affCode: undefined }
  await store.db.transaction().execute(async (trx) => {
    const id = await addUser(trx, options.values, user)
    if (id === undefined) throw new ApiError('username_taken', {}, { username: 'username_taken' })
    const after = { username, display_name: displayName }
    await writeAudit(trx, by, { action: 'user.create', target: { kind: 'user', id }, after })
  })
}
