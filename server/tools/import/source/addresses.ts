/** How a database of another program may be named. */

/**
 * The form of Go's MySQL driver, in which the family has its SQL_DSN: https://github.com/go-sql-driver/mysql#dsn-data-source-name.
 * The last `@` ends the password, which may hold any sign.
 */
const GO_FORM =
  /^(?:(?:mysql|mariadb):\/\/)?([^:@/\s]*)(?::(.*))?@(?:(tcp6?|unix)(?:\(([^)]*)\))?)?\/([^/?\s]*)(?:\?(\S*))?$/s
const URL_FORM = /^(?:mysql|mariadb|postgres|postgresql):\/\//i
/** The driver's parameter `tls` as the runtime's own driver has it. */
const TLS_MODES: Readonly<Record<string, string>> = {
  true: 'verify-full',
  'skip-verify': 'require',
  preferred: 'prefer',
}
const DEFAULT_HOST = '127.0.0.1:3306'

/** Whether an address names a server and not a file. */
export const isServerAddress = (address: string): boolean => URL_FORM.test(address) || GO_FORM.test(address)

/** The same address as a URL, if it has the form of Go's MySQL driver. Throws an error for a socket's path. */
export function asUrl(address: string): string {
  const [match, user = '', password, way, host, name = '', parameters] = GO_FORM.exec(address) ?? []
  if (match === undefined || (URL_FORM.test(address) && way === undefined))
    return address.replace(/^mariadb:/i, 'mysql:')
  if (way === 'unix')
    throw new Error('a socket of MySQL cannot be used: name its host and port, as in tcp(127.0.0.1:3306)')
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`
  const mode = TLS_MODES[/(?:^|&)tls=([\w-]+)/.exec(parameters ?? '')?.[1] ?? '']
  const url = `mysql://${encodeURIComponent(user)}${secret}@${withPort(host || DEFAULT_HOST)}/${name}`
  return mode ? `${url}?sslmode=${mode}` : url
}

const withPort = (host: string) => (/:\d+$/.test(host) ? host : `${host}:3306`)
