import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'

/** What the user has bound; only they can change it. */
export function BoundAccounts({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const accounts = [
    { name: t('bound.email'), id: user.email },
    { name: t('bound.github'), id: user.github_id },
    { name: t('bound.wechat'), id: user.wechat_id },
    { name: t('bound.telegram'), id: user.telegram_id },
    { name: t('bound.linuxdo'), id: user.linux_do_id },
    { name: t('bound.oidc'), id: user.oidc_id },
  ]
  return (
    <>
      <p className="text-small text-muted">{t('bound.note')}</p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 max-sm:grid-cols-1">
        {accounts.map(({ name, id }) => (
          <div key={name} className="min-w-0">
            <dt className="text-small text-muted">{name}</dt>
            <dd className="break-words" lang={id ? '' : undefined}>
              {id || <span className="text-muted">{t('bound.none')}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
