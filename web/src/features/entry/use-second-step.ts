import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '#web/lib/api.ts'

/** Whether an error says that the first step of a login is done and the second is to come. */
export const isSecondStepNext = (error: Error) => error instanceof ApiError && error.code === 'second_factor_needed'

/**
 * Returns a function that opens the second step of a login when an error says that the first is done; it returns
 * whether it did.
 */
export function useSecondStep() {
  const navigate = useNavigate()
  return (error: Error, returnTo: string | undefined): boolean => {
    if (!isSecondStepNext(error)) return false
    void navigate({ to: '/login', search: { second: true, return: returnTo }, replace: true })
    return true
  }
}
