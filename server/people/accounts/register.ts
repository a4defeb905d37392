import type { Parsed } from '#contract/api/endpoint.ts'
import type { register as registerEndpoint } from '#contract/api/registration.ts'
import type { Language } from '#contract/errors.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { checkEmail } from './email.ts'
import { spendCode, tryCode } from './mailed-codes.ts'
import { addUser } from './new-user.ts'
import { hashPassword } from './passwords.ts'
import type { UserWithBalance } from './present.ts'
import { findUser, isEmailTaken } from './queries.ts'

type Form = Parsed<typeof registerEndpoint>['body']

/** Registers a user with a password. Throws the ApiError of the first broken rule; nothing is stored then. Returns the user. */
export async function register(
  services: Platform,
  { ip, language }: { ip: string; language: Language | undefined },
  form: Form,
): Promise<UserWithBalance> {
  const { store, vault, options, limits } = services
  const { values } = options
  if (!values.RegisterEnabled) throw new ApiError('register_disabled')
  if (!values.PasswordRegisterEnabled) throw new ApiError('password_register_disabled')
  await limits.login(ip)
  const proof = values.EmailVerificationEnabled ? await checkEmailProof(services, ip, form) : undefined
  const password = await hashPassword(form.password, services.config.passwordCost)
  return store.db.transaction().execute(async (trx) => {
    if (proof && !(await spendCode(trx, vault, proof.mailbox, proof.code))) throw new ApiError('email_code_wrong')
    if (proof && (await isEmailTaken(trx, proof.mailbox.address))) throw new ApiError('email_taken')
    const { username, aff_code: affCode } = form
    const email = proof?.mailbox.address ?? ''
    const id = await addUser(trx, values, { username, displayName: username, password, email, affCode, language })
    const user = id === undefined ? undefined : await findUser(trx, id)
    if (!user) throw new ApiError('username_taken', {}, { username: 'username_taken' })
    return user
  })
}

/** Checks the code of an address. Unproven addresses are not stored, so without verification there is none. */
async function checkEmailProof({ store, vault, options, limits }: Platform, ip: string, form: Form) {
  const { email: address, verification_code: code } = form
  if (!address || !code) throw new ApiError('email_code_required')
  checkEmail(options.values, address)
  await limits.code(ip, address)
  const mailbox = { purpose: 'verification', address } as const
  await tryCode(store.db, vault, mailbox, code)
  return { mailbox, code }
}
