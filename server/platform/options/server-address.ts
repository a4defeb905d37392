import type { Config } from '../config.ts'
import type { Options } from './open-options.ts'

/**
 * Returns the public address of this server, without a trailing slash, for links in mails and at providers. It is
 * never taken from a request, whose sender could then choose where the links lead.
 */
export function publicAddress({
  options,
  config,
}: {
  options: Pick<Options, 'values'>
  config: Pick<Config, 'port'>
}): string {
  return options.values.ServerAddress || `http://localhost:${config.port}`
}
