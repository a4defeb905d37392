import type { Services } from './services.ts'

/** Reports what failed without reaching a caller. */
export const reportTo =
  ({ log }: Pick<Services, 'log'>) =>
  (error: unknown) =>
    log.error({ error: error instanceof Error ? error.stack : String(error) }, 'a connection failed')
