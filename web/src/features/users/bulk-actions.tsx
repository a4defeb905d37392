import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Users from 'lucide-react/icons/users'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { BulkLimitsButton } from '#web/features/limits/bulk-limits-button.tsx'
import type { LimitsChange } from '#web/features/limits/bulk-limits-dialog.tsx'
import { groupsQuery } from '#web/lib/groups.ts'
import { useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { LazyMenu } from '#web/ui/overlay/lazy-menu.tsx'

interface BulkActionsProps {
  users: readonly User[]
  /** Removes users from the selection. */
  done: (users: readonly User[]) => void
}

/** Actions on the selected users. Refused users stay selected. */
export function UserBulkActions({ users, done }: BulkActionsProps) {
  const { t } = useTranslation('users')
  const actor = useUser()
  const client = useQueryClient()
  const { data: groups = [] } = useQuery(groupsQuery)
  // A mutation, because it reports failures to load its code or to reach the server.
  const move = useMutation({
    mutationFn: async (group: string) => {
      const { moveUsers } = await import('./move-users.ts')
      done(await moveUsers({ users, group, actor, client, t }))
    },
  })
  const limit = async (change: LimitsChange) => {
    const { limitUsers } = await import('./limit-users.ts')
    done(await limitUsers({ users, client, t }, change))
  }
  return (
    <>
      <LazyMenu
        trigger={
          <Button size="small" icon={<Users size={14} aria-hidden />} loading={move.isPending}>
            {t('bulk.move')}
          </Button>
        }
        entries={() => groups.map((group) => ({ label: group, run: () => move.mutate(group) }))}
      />
      <BulkLimitsButton names={users.map(({ username }) => username)} apply={limit} />
    </>
  )
}
