import type { Platform } from './platform/platform.ts'

/** Reports what failed without reaching a caller. */
export const reportTo =
  ({ log }: Pick<Platform, 'log'>) =>
  (error: unknown) =>
    log.error({ error: error instanceof Error ? error.stack : String(error) }, 'a connection failed')
