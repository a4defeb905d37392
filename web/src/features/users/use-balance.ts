import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { ApiError } from '#web/lib/api.ts'
import { formatQuota } from '#web/lib/format.ts'
import { readAgain } from '#web/lib/records.ts'
import { useStatus } from '#web/lib/status.ts'
import type { SeenBalance } from './changes.ts'
import { userQuery } from './user-list.ts'

/** Manages the balance that a form changes: as last displayed, also after a failed change. */
export function useBalance(user: User) {
  const { t } = useTranslation('users')
  const client = useQueryClient()
  const status = useStatus()
  const [seen, setSeen] = useState<SeenBalance>({ quota: user.quota, used_quota: user.used_quota, uncertain: false })

  /**
   * Explains a failed change: after a rejection the current balance is shown, after a lost response the change
   * may have been applied.
   */
  async function explain(error: unknown): Promise<unknown> {
    if (!(error instanceof ApiError)) return error
    const { message, status: http, requestId, fields } = error
    if (fields.quota !== undefined) {
      const now = await readAgain(client, userQuery(user.id)).catch(() => null)
      if (!now) return error
      setSeen({ quota: now.quota, used_quota: now.used_quota, uncertain: false })
      const words = t(seen.uncertain ? 'form.balanceMaybeMade' : 'form.balanceMoved', {
        amount: formatQuota(now.quota, status),
      })
      return new ApiError(words, http, requestId, { balance: words })
    }
    if (http !== 0 && http < 500) return error
    setSeen({ ...seen, uncertain: true })
    return new ApiError(`${message}${t('form.balanceUncertain')}`, http, requestId)
  }
  return { seen, explain }
}
