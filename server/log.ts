import { type Logger, pino } from 'pino'

/** What looks like a credential: keys of vendors and of ours, bearers, session cookies. */
const CREDENTIALS: readonly (readonly [RegExp, string])[] = [
  [/\bsk-[A-Za-z0-9_*.-]{4,}/g, 'sk-***'],
  [/\bBearer [A-Za-z0-9_.~+/=-]+/gi, 'Bearer ***'],
  [/\bsession=[A-Za-z0-9_-]{16,}/g, 'session=***'],
]

/** A line of the log without what looks like a credential. */
export function withoutCredentials(line: string): string {
  return CREDENTIALS.reduce((text, [pattern, substitute]) => text.replace(pattern, substitute), line)
}

/**
 * Opens the server's log, on the standard output. Nobody logs credentials on purpose, but texts of upstreams and of
 * libraries quote them: each line is looked through on its way out.
 */
export function openLog(level: string): Logger {
  return pino({ level, hooks: { streamWrite: withoutCredentials } })
}
