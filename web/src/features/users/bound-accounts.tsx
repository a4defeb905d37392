import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { providerSpec, providersIn } from '#contract/login-providers.ts'

/** The user's linked accounts; only the user can change them. */
export function BoundAccounts({ user }: { user: User }) {
  const { t, i18n } = useTranslation('users')
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  const accounts = [
    { name: t('bound.email'), id: user.email },
    ...providersIn('accounts')
      .map(providerSpec)
      .map(({ label, texts, userField }) => ({
        name: texts?.bound?.[language] ?? t('bound.account', { name: label[language] }),
        id: user[userField],
      })),
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
