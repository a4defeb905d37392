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
  column,
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
import { InviteText, RoleTag, StateTag } from './tags.tsx'
import type { UserActions } from './user-actions.ts'

/** Returns the columns of the user list, localised. */
export function useUserColumns(actions: UserActions): readonly Column<User>[] {
  const { t, i18n } = useTranslation('users')
  const zh = i18n.language === 'zh'
  // The actions are new on every render but act on whatever row they are given: the first ones serve as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(
    () => [
      nameColumn('username', t('column.username'), (user) => <NameCell user={user} />),
      idColumn('id', 'ID', (user) => user.id, { width: 64 }),
      statusColumn('status', t('column.status'), (user) => <StateTag user={user} />, { width: 92 }),
      column('role', t('column.role'), zh ? 104 : 140, (user) => <RoleTag role={user.role} />, { priority: 1 }),
      column('group', t('column.group'), 96, (user) => <GroupTag group={user.group} />),
      column(
        'quota',
        t('column.balance'),
        128,
        ({ quota, used_quota, money_hidden }) =>
          money_hidden ? (
            DASH
          ) : (
            <span className="flex items-center justify-between gap-2 in-[dl]:justify-start">
              <RemainingBar used={used_quota} left={quota} className="w-10" />
              <Money quota={quota} />
            </span>
          ),
        { priority: 1, align: 'end' },
      ),
      moneyColumn('used_quota', t('column.used'), (user) => user.used_quota, { priority: 1, width: 88 }),
      countColumn('request_count', t('column.calls'), (user) => user.request_count, { width: 72 }),
      column('invite', t('column.invite'), 120, (user) => <InviteText user={user} />, { priority: 3 }),
      textColumn('email', t('column.email'), (user) => user.email, { hidden: true }),
      actionsColumn(t('column.actions'), 104, (user) => <UserRowActions user={user} actions={actions} />),
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
