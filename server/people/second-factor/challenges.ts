import { createHash, randomBytes } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { nowInSeconds } from '#server/platform/clock.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'
import type { Database, Queryable } from '../../platform/store/database.ts'

/**
 * A login whose first step is done: the cookie names its row, which says whose login it is. It opens nothing but the
 * second step.
 */
const COOKIE = 'login_challenge'
const CHALLENGE_SECONDS = 600
/** Attempts at the second step until the first must be repeated. */
const TRIES = 5

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Begins the second step of a user's login in this browser. */
export async function beginChallenge(c: Context, db: Database, userId: number): Promise<void> {
  const secret = randomBytes(32).toString('base64url')
  const now = nowInSeconds()
  await db.deleteFrom('login_challenges').where('expires_at', '<=', now).execute()
  await db
    .insertInto('login_challenges')
    .values({ id: hashOf(secret), user_id: userId, tries_left: TRIES, expires_at: now + CHALLENGE_SECONDS })
    .execute()
  const { secure } = c.var.origin
  setCookie(c, COOKIE, secret, { httpOnly: true, sameSite: 'Lax', secure, path: '/api', maxAge: CHALLENGE_SECONDS })
}

/** Returns whose login waits for its second step in this browser, if one does. */
export async function waitingUser(c: Context, db: Queryable): Promise<number | undefined> {
  const row = await db
    .selectFrom('login_challenges')
    .select('user_id')
    .where('id', '=', hashOf(getCookie(c, COOKIE) ?? ''))
    .where('expires_at', '>', nowInSeconds())
    .where('tries_left', '>', 0)
    .executeTakeFirst()
  return row?.user_id
}

/** Returns the same. Throws login_challenge_expired. */
export async function challengedUser(c: Context, db: Queryable): Promise<number> {
  const userId = await waitingUser(c, db)
  if (userId === undefined) throw new ApiError('login_challenge_expired')
  return userId
}

/** Uses one of the attempts up, whatever the result, and returns whose login it is. Throws login_challenge_expired. */
export async function tryChallenge(c: Context, db: Queryable): Promise<number> {
  const row = await db
    .updateTable('login_challenges')
    .set((where) => ({ tries_left: where('tries_left', '-', 1) }))
    .where('id', '=', hashOf(getCookie(c, COOKIE) ?? ''))
    .where('expires_at', '>', nowInSeconds())
    .where('tries_left', '>', 0)
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw new ApiError('login_challenge_expired')
  return row.user_id
}

/** Ends the challenge; false = another request has ended it. */
export async function endChallenge(c: Context, db: Queryable): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('login_challenges')
    .where('id', '=', hashOf(getCookie(c, COOKIE) ?? ''))
    .executeTakeFirstOrThrow()
  deleteCookie(c, COOKIE, { path: '/api', secure: c.var.origin.secure })
  return numDeletedRows === 1n
}
