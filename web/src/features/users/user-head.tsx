import { Link } from '@tanstack/react-router'
import History from 'lucide-react/icons/rotate-ccw-clock'
import ScrollText from 'lucide-react/icons/scroll-text'
import UserPlus from 'lucide-react/icons/user-plus'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { RoleTag } from './tags.tsx'

/** The id and role of a user, with links to related records. */
export function UserHead({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const actor = useUser()
  const { id, username } = user
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="flex items-center gap-1.5">
        <span className="text-muted tabular-nums">ID {id}</span>
        <RoleTag role={user.role} />
      </span>
      <nav aria-label={t('head.links', { name: username })} className="ms-auto flex items-center gap-1.5">
        <Link to="/log" search={{ username, range: '30d' }} className={buttonClass('default', 'small')}>
          <ScrollText size={14} aria-hidden />
          {t('head.logs')}
        </Link>
        {user.aff_count > 0 && (
          <Link to="/user" search={{ keyword: `inviter:${id}` }} className={buttonClass('default', 'small')}>
            <UserPlus size={14} aria-hidden />
            {t('head.invited', { count: user.aff_count })}
          </Link>
        )}
        {allows('root', actor) && (
          <Link
            to="/audit"
            search={{ target_kind: 'user', target_id: String(id) }}
            className={buttonClass('default', 'small')}
          >
            <History size={14} aria-hidden />
            {t('head.audits')}
          </Link>
        )}
      </nav>
    </div>
  )
}
