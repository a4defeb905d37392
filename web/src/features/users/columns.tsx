import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { DASH } from '#web/lib/format.ts'
import { useUser } from '#web/lib/session.ts'
import { Money } from '#web/ui/money.tsx'
import { RemainingBar } from '#web/ui/remaining-bar.tsx'
import {
  actionsColumn,
  countColumn,
  EndCut,
  idColumn,
  moneyColumn,
  nameColumn,
  nameLink,
  statusColumn,
  textColumn,
} from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { GroupTag } from '#web/ui/tag.tsx'
import { mayEdit } from './refusal.ts'
import { UserRowActions } from './row-actions.tsx'
import { InviteTags, RoleTag, StateTag } from './tags.tsx'
import type { UserActions } from './user-actions.ts'

/** Returns the columns of the user list, localised. */
export function useUserColumns(actions: UserActions): readonly Column<User>[] {
  const { t, i18n } = useTranslation('users')
  const zh = i18n.language === 'zh'
  // The actions are new on every render but act on whatever row they are given: the first ones serve as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(
    () => [
      nameColumn({
        id: 'username',
        header: t('column.username'),
        cell: (user) => <NameCell user={user} />,
      }),
      idColumn({ id: 'id', header: 'ID', width: 64, value: (user) => user.id }),
      statusColumn({
        id: 'status',
        header: t('column.status'),
        width: 92,
        cell: (user) => <StateTag user={user} />,
      }),
      {
        id: 'role',
        header: t('column.role'),
        priority: 1,
        width: zh ? 104 : 112,
        cell: (user) => <RoleTag role={user.role} />,
      },
      {
        id: 'group',
        header: t('column.group'),
        priority: 2,
        width: 104,
        cell: (user) => <GroupTag group={user.group} />,
      },
      {
        id: 'quota',
        header: t('column.balance'),
        priority: 1,
        width: 148,
        align: 'end',
        cell: ({ quota, used_quota, money_hidden }) =>
          money_hidden ? (
            DASH
          ) : (
            <span className="flex items-center justify-between gap-2 in-[dl]:justify-start">
              <RemainingBar used={used_quota} left={quota} className="w-10" />
              <Money quota={quota} />
            </span>
          ),
      },
      moneyColumn({ id: 'used_quota', header: t('column.used'), priority: 1, value: (user) => user.used_quota }),
      countColumn({ id: 'request_count', header: t('column.calls'), value: (user) => user.request_count }),
      {
        id: 'invite',
        header: t('column.invite'),
        priority: 3,
        width: 168,
        cell: (user) => <InviteTags user={user} />,
      },
      textColumn({ id: 'email', header: t('column.email'), hidden: true, value: (user) => user.email }),
      actionsColumn({
        header: t('column.actions'),
        width: 104,
        buttons: (user) => <UserRowActions user={user} actions={actions} />,
      }),
    ],
    [t, zh],
  )
}

/** The user name, and the display name if it differs, which is cut first. Links to the user if the viewer has permission. */
function NameCell({ user }: { user: User }) {
  const actor = useUser()
  const { id, username, display_name: shown } = user
  return (
    <span className="flex items-baseline gap-1.5">
      <span className="max-w-full shrink-0">
        {mayEdit(actor, user) ? (
          <Link to="/user/edit/$id" params={{ id }} {...nameLink(username)} />
        ) : (
          <EndCut text={username} />
        )}
      </span>
      {shown !== '' && shown !== username && (
        <span className="flex min-w-0 text-small font-normal text-muted">
          <EndCut text={shown} />
        </span>
      )}
    </span>
  )
}
