/** OWASP's argon2id parameters: 19 MiB and two passes; some 20 ms of one core. */
const ARGON2 = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** The hash that is stored for a password. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password, ARGON2)
}

let decoy: Promise<string> | undefined

/**
 * Whether a password belongs to a stored hash (argon2 or, in imported databases, bcrypt). Without a hash it takes as
 * long and is false, so that the time of an answer does not tell whether an account exists.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID())
  const known = hash !== undefined && /^\$(argon2|2)/.test(hash)
  const equal = await Bun.password.verify(password, known ? hash : await decoy)
  return known && equal
}
