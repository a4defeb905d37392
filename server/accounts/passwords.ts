/** OWASP's argon2id parameters: 19 MiB and two passes; about 20 ms of one core. */
const ARGON2 = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Returns the hash to store for a password. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password, ARGON2)
}

/**
 * The hash of a random, unknown text with the parameters above, so that checking a nonexistent account takes as
 * long.
 */
export const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$YzIlFpooEhaL6Z49HN0XwKzep9aPali7TVststVrBSo$kTgXG/Jrpu1qoQVU0Q/NaSR59Wwjau6rfAD4GhtbIzY'

/**
 * Whether a password matches a stored hash (argon2 or, in imported databases, bcrypt). Without a hash it takes as
 * long and returns false, so that the response time does not reveal whether an account exists.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const known = hash !== undefined && /^\$(argon2|2)/.test(hash)
  const equal = await Bun.password.verify(password, known ? hash : DECOY)
  return known && equal
}

/** Whether a hash is weaker than a new one would be, such as bcrypt's of an imported user. */
export const needsRehash = (hash: string): boolean =>
  !hash.startsWith(`$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},`)
