import { createHash, randomBytes } from 'node:crypto'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '../../platform/store/database.ts'

/** Lifetime of a login in seconds. */
export const SESSION_SECONDS = 30 * 24 * 3600
/** Minimum seconds between two updates of a session's last use. */
const SEEN_SECONDS = 60

/** A login in the database. */
export interface Session {
  /** SHA-256 of the cookie's value: the stored form cannot be used to log in. */
  id: string
  userId: number
  /** Unix seconds of the last proof of identity. */
  provenAt: number
}

/** The id of the session of a cookie's value. */
export const sessionIdOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Starts a session and returns the cookie's value, which is stored nowhere. */
export async function beginSession(
  db: Queryable,
  who: { userId: number; ip: string; userAgent: string },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const now = nowInSeconds()
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db
    .insertInto('sessions')
    .values({
      id: sessionIdOf(secret),
      user_id: who.userId,
      created_at: now,
      last_seen_at: now,
      expires_at: now + SESSION_SECONDS,
      ip: who.ip,
      user_agent: who.userAgent.slice(0, 300),
      proven_at: now,
    })
    .execute()
  return secret
}

/** Returns the unexpired session of a cookie's value, if any. */
export const findSession = (db: Queryable, secret: string): Promise<Session | undefined> =>
  findSessionById(db, sessionIdOf(secret))

/** Returns the unexpired session with an id, if any. */
export async function findSessionById(db: Queryable, id: string): Promise<Session | undefined> {
  const now = nowInSeconds()
  const row = await db
    .selectFrom('sessions')
    .select(['user_id', 'last_seen_at', 'proven_at'])
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.last_seen_at <= now - SEEN_SECONDS) {
    await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).execute()
  }
  return { id, userId: row.user_id, provenAt: row.proven_at }
}

/** Ends the session of a cookie's value, on every node at once. */
export const endSession = (db: Queryable, secret: string): Promise<void> => endSessionById(db, sessionIdOf(secret))

/** Ends the session with an id, on every node at once. */
export async function endSessionById(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** The access that survives a change of password. */
export interface KeptAccess {
  /** The id of a session. */
  session?: string | undefined
  /** The system access token. */
  accessToken?: boolean
}

/** Ends all sessions of a user and the system access token, except for `keep`. */
export async function endAccess(db: Queryable, userId: number, keep: KeptAccess = {}): Promise<void> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (keep.session) query = query.where('id', '!=', keep.session)
  await query.execute()
  if (!keep.accessToken) await db.updateTable('users').set({ access_token: null }).where('id', '=', userId).execute()
}

/** Returns the unexpired sessions of a user, last used first. */
export function listSessions(db: Queryable, userId: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', nowInSeconds())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Ends one session of a user by its id; false = the user has no such session. */
export async function revokeSession(db: Queryable, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Ends all sessions of a user but `kept`, and returns how many unexpired ones there were. */
export async function revokeOtherSessions(db: Queryable, userId: number, kept: string | undefined): Promise<number> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', kept ?? '')
    .returning('expires_at')
    .execute()
  return ended.filter(({ expires_at }) => expires_at > nowInSeconds()).length
}
