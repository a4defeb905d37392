import { PASSWORD_COST, type PasswordCost } from '../../platform/config.ts'

/** Returns the hash to store for a password. */
export function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  return Bun.password.hash(password, { algorithm: 'argon2id', ...cost })
}

/**
 * What is compared for an account that does not exist. It takes as long as a hash of that cost; its digest is random, so
 * no password is known for it.
 */
export const decoyOf = (cost: PasswordCost): string =>
  `${prefixOf(cost)}p=1$YzIlFpooEhaL6Z49HN0XwKzep9aPali7TVststVrBSo$kTgXG/Jrpu1qoQVU0Q/NaSR59Wwjau6rfAD4GhtbIzY`

/**
 * Whether a password matches a stored hash (argon2 or, in imported databases, bcrypt). Without a hash it takes as
 * long as with one of that cost and returns false, so that the response time does not reveal whether an account exists.
 */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  cost = PASSWORD_COST,
): Promise<boolean> {
  const known = hash !== undefined && /^\$(argon2|2)/.test(hash)
  const equal = await Bun.password.verify(password, known ? hash : decoyOf(cost))
  return known && equal
}

/** Whether a hash is weaker than a new one would be, such as bcrypt's of an imported user. */
export const needsRehash = (hash: string, cost: PasswordCost): boolean => !hash.startsWith(prefixOf(cost))

const prefixOf = ({ memoryCost, timeCost }: PasswordCost) => `$argon2id$v=19$m=${memoryCost},t=${timeCost},`
