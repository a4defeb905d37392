import { ApiError } from '#web/lib/api.ts'
import { toast } from './toast.tsx'

/** Says why a change was not made. What a read-only server refuses is no fault. */
export function showFailure(error: Error): void {
  if (error instanceof ApiError && error.status === 405) toast.info(error.message)
  else toast.error(error.message)
}
