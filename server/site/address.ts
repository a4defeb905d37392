import type { Services } from '../services.ts'

/**
 * Where people reach this server, without a trailing slash, for links in mails and at providers. Never what a request
 * says: whoever sends one could choose where the links lead.
 */
export function publicAddress({ options, config }: Pick<Services, 'options' | 'config'>): string {
  return options.values.ServerAddress || `http://localhost:${config.port}`
}
