import type { Config } from '../config.ts'
import type { Options } from './live.ts'

/**
 * Where people reach this server, without a trailing slash, for links in mails and at providers. Never what a request
 * says: whoever sends one could choose where the links lead.
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
