import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { statusQuery } from '#web/lib/status.ts'
import { toast } from '#web/ui/toast/toast.tsx'

/** Reports that the server's public status could not be loaded: the page shows defaults or cached values. */
export function useStatusFailure() {
  const { error, dataUpdatedAt } = useQuery(statusQuery)
  const message = dataUpdatedAt === 0 ? error?.message : undefined
  useEffect(() => {
    if (message) toast.error(message)
  }, [message])
}
