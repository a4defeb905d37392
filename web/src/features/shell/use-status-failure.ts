import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { statusQuery } from '#web/lib/status.ts'
import { toast } from '#web/ui/toast.tsx'

/** Says that the server's public facts could not be had: the page shows what it assumes, or knew some other day. */
export function useStatusFailure() {
  const { error, dataUpdatedAt } = useQuery(statusQuery)
  const message = dataUpdatedAt === 0 ? error?.message : undefined
  useEffect(() => {
    if (message) toast.error(message)
  }, [message])
}
