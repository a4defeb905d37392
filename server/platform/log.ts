import { type Logger, pino } from 'pino'
import { withoutPasswords } from './audits/without-passwords.ts'

/** Patterns of credentials: vendors' keys and ours, bearer tokens, session cookies. */
const CREDENTIALS: readonly (readonly [RegExp, string])[] = [
  [/\bsk-[A-Za-z0-9_*.-]{4,}/g, 'sk-***'],
  [/\bBearer [A-Za-z0-9_.~+/=-]+/gi, 'Bearer ***'],
  [/\bsession=[A-Za-z0-9_-]{16,}/g, 'session=***'],
]

/** Returns a log line without text that looks like a credential. */
export function withoutCredentials(line: string): string {
  return CREDENTIALS.reduce((text, [pattern, substitute]) => text.replace(pattern, substitute), withoutPasswords(line))
}

/**
 * Opens the server's log, on the standard output. Credentials are never logged on purpose, but texts of upstreams
 * and libraries may contain them, so each line is filtered.
 */
export function openLog(level: string): Logger {
  return pino({ level, hooks: { streamWrite: withoutCredentials } })
}
