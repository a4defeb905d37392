import { type Redemption, updateRedemption } from '#contract/api/redemption.ts'
import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import { call } from '#web/lib/api.ts'
import { useRowChanges } from '#web/ui/table/bulk/use-row-changes.ts'
import { redemptionQueries } from './redemption-list.ts'

/** Enables or disables a code on the server. */
export const sendStatus = (id: number, status: number) =>
  call(updateRedemption, { query: { status_only: 'true' }, body: { id, status } })

/** The actions on codes of the list. The query cache reports failures. */
export const useRedemptionActions = () =>
  useRowChanges<Redemption, typeof import('./bulk-changes.ts')>({
    list: 'redemption',
    on: REDEMPTION_STATUS.unused,
    off: REDEMPTION_STATUS.disabled,
    send: sendStatus,
    queries: redemptionQueries,
    load: () => import('./bulk-changes.ts'),
    asksForOne: true,
  })
