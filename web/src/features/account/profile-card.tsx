import Pencil from 'lucide-react/icons/pencil'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import { fullNumber, shortNumber } from '#web/lib/format.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Money } from '#web/ui/money.tsx'
import { Kind } from '#web/ui/status.tsx'
import { Avatar, GroupTag } from '#web/ui/tag.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { openProfile } from './open-profile.tsx'

/** Shows the user's identity and balance. */
export function ProfileCard({ user }: { user: User }) {
  const { t } = useTranslation('personal')
  const role = user.role >= ROLE.root ? 'root' : user.role >= ROLE.admin ? 'admin' : 'user'
  return (
    <section aria-label={t('profile.label')} className="surface">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-3">
        <Avatar name={user.username} className="size-10 text-lead!" />
        <div className="min-w-0">
          <div className="flex items-center gap-1">
            <span className="min-w-0 truncate font-strong text-lead">{user.display_name || user.username}</span>
            <IconButton
              size="small"
              label={t('profile.edit')}
              icon={<Pencil size={14} aria-hidden />}
              onClick={() => openProfile(user)}
            />
          </div>
          {user.display_name && user.display_name !== user.username && (
            <div className="truncate text-muted text-small">{user.username}</div>
          )}
        </div>
        <span className="ms-auto flex flex-wrap items-center gap-x-4 gap-y-1">
          <Kind colour={role === 'user' ? 'blue' : 'red'}>{t(`role.${role}`)}</Kind>
          <span className="text-muted tabular-nums">ID: {user.id}</span>
          <GroupTag group={user.group} />
        </span>
      </div>
      <dl className="grid grid-cols-3 px-4 py-3 max-sm:grid-cols-2">
        <Fact name={t('profile.balance')}>
          <Money quota={user.quota} />
        </Fact>
        <Fact name={t('profile.used')}>
          <Money quota={user.used_quota} />
        </Fact>
        <Fact name={t('profile.requests')}>
          <span {...tip(fullNumber(user.request_count))}>{shortNumber(user.request_count)}</span>
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="py-1">
      <dt className="text-muted">{name}</dt>
      <dd className="font-strong text-title">{children}</dd>
    </div>
  )
}
