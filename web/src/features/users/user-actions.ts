import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { resetSecondFactor } from '#contract/api/second-factor.ts'
import { manageUser, type User, type UserAction } from '#contract/api/users.ts'
import { call } from '#web/lib/api.ts'
import { formatQuota } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { patchUser, refreshUsers } from './user-list.ts'

interface Act {
  user: User
  action: UserAction
}

/** The actions on a user. The query cache reports failures. */
export function useUserActions() {
  const { t } = useTranslation('users')
  const { t: common } = useTranslation()
  const status = useStatus()
  const client = useQueryClient()

  const manage = useMutation({
    mutationFn: ({ user, action }: Act) => call(manageUser, { body: { id: user.id, action } }),
    onSuccess(reply, { user, action }) {
      patchUser(client, user.id, action === 'delete' ? { DeletedAt: new Date().toISOString() } : reply)
      const undo = { label: common('action.undo'), run: () => manage.mutate({ user, action: 'disable' }) }
      toast.success(
        t(`act.${action}.done`, { name: user.username }),
        action === 'enable' ? { action: undo } : undefined,
      )
    },
    // Another administrator may have changed the user: the row is outdated.
    onError: () => refreshUsers(client),
  })

  const reset = useMutation({
    mutationFn: ({ id }: { id: number; name: string }) => call(resetSecondFactor, { params: { id } }),
    onSuccess: (_reply, { name }) => toast.success(t('factor.done', { name })),
  })

  return {
    /** Asks for confirmation, listing the consequences, unless the action restores access. */
    async run(action: UserAction, user: User) {
      if (action !== 'enable') {
        const { id, username: name } = user
        const yes = await confirm({
          title: t(`act.${action}.title`, { name }),
          description: t(`act.${action}.consequence`, { name, id, balance: formatQuota(user.quota, status) }),
          action: t(`act.${action}.action`),
          danger: action === 'delete' || action === 'disable',
        })
        if (!yes) return
      }
      manage.mutate({ user, action })
    },
    /** Asks, and removes the second factors of a user who has lost them. */
    async resetSecondFactor({ id, username: name }: User) {
      const yes = await confirm({
        title: t('factor.title', { name }),
        description: t('factor.consequence', { name, id }),
        action: t('factor.action'),
        danger: true,
      })
      if (yes) reset.mutate({ id, name })
    },
  }
}

export type UserActions = ReturnType<typeof useUserActions>
