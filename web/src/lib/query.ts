import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error
    /** `inline`: the caller shows the error beside the control, so there is no toast. */
    mutationMeta: { inline?: boolean }
  }
}

interface Reactions {
  onExpired(): void
  onFactorMissing(): void
  onFailed(error: Error): void
}

// Notifies in a microtask, so that a button is disabled before the next event and a double click makes one call.
notifyManager.setScheduler(queueMicrotask)

/**
 * Creates the only cache of server data. A query shows its error in place; `onFailed` shows that of a mutation, unless it
 * is `inline`; a 401 from either ends the stored session through `onExpired`. `onFactorMissing` is called when the user
 * must add a second factor before anything else.
 */
export function createQueryClient({ onExpired, onFactorMissing, onFailed }: Reactions) {
  const expired = (error: Error) => {
    if (!(error instanceof ApiError)) return false
    if (error.status === 401) onExpired()
    else if (error.code === 'second_factor_missing') onFactorMissing()
    else return false
    return true
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: expired }),
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        if (expired(error) || mutation.meta?.inline) return
        onFailed(error)
      },
    }),
    defaultOptions: {
      // Always online: the browser's "online" means the internet, but the server may be in a local network.
      queries: { staleTime: 10_000, retry: retryable, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}

function retryable(failures: number, error: Error) {
  const transient = error instanceof ApiError && (error.status === 0 || error.status >= 502)
  // Without any line, trying again only delays the message.
  return transient && navigator.onLine && failures < 2
}
