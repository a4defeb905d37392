/**
 * The user and the password of an address: RFC 3986 §3.2.1. A slash, a blank or a quote ends it. The scheme has a bound:
 * each letter of a long word begins one, and the search would take a time that grows with the square of the length.
 */
const PASSWORD = /([a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'/?#:@]*):[^\s"'/?#]*@/gi

/** The password in an address of Go's MySQL driver: `user:password@tcp(host:port)/name`. The last `@` ends it. */
const GO_PASSWORD = /(^|[\s"'])([^\s"'/:@]+):(?!\/\/)[^\s"']*@((?:tcp6?|unix)?\(|\/)/g

/** A user without a password is one: `https://token@host`. */
const BARE_TOKEN = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s"'/?#:@]{12,}@/gi

/** Secrets in the query of an address, but no placeholder of a template, such as `{key}`. */
const QUERY =
  /([?&](?:[\w-]*(?:key|token|secret|passw(?:or)?d|pwd|signature|credential)|sig|auth|authorization)=)(?!\{|%7B|\*\*\*)[^&#\s"'\\]+/gi

/** What stands for a password that was left out. */
const LEFT_OUT = '***'

/** Takes the passwords of addresses out of a text that is shown or kept. */
export const withoutPasswords = (text: string): string =>
  text
    .replace(PASSWORD, `$1:${LEFT_OUT}@`)
    .replace(GO_PASSWORD, `$1$2:${LEFT_OUT}@$3`)
    .replace(BARE_TOKEN, `$1${LEFT_OUT}@`)
    .replace(QUERY, `$1${LEFT_OUT}`)

/** Whether a text has lost the password of an address. */
export const lacksPassword = (text: string): boolean => /:\*\*\*@|\/\/\*\*\*@|[?&][\w-]+=\*\*\*/.test(text)
