import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listIdentities } from '#contract/api/identity.ts'
import type { User } from '#contract/api/users.ts'
import { providerSpec, providersIn } from '#contract/login/login-providers.ts'
import { isOidcProviderName } from '#contract/login/oidc-providers.ts'
import { useMethodName } from '#web/features/entry/method-name.ts'
import { call } from '#web/lib/api.ts'
import { Facts } from '#web/ui/facts.tsx'

/** The user's linked accounts; only the user can change them. */
export function BoundAccounts({ user }: { user: User }) {
  const { t, i18n } = useTranslation('users')
  const nameOf = useMethodName()
  const { data: identities = [] } = useQuery({
    queryKey: ['users', 'identities', user.id],
    queryFn: ({ signal }) => call(listIdentities, { query: { user_id: user.id } }, signal),
  })
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  const accounts = [
    { name: t('bound.email'), id: user.email },
    ...providersIn('accounts')
      .map(providerSpec)
      .map(({ label, texts, userField }) => ({
        name: texts?.bound?.[language] ?? t('bound.account', { name: label[language] }),
        id: user[userField],
      })),
    ...identities.map(({ provider, account }) => ({
      name: t('bound.account', { name: isOidcProviderName(provider) ? nameOf(provider) : provider }),
      id: account,
    })),
  ]
  return (
    <>
      <p className="text-small text-muted">{t('bound.note')}</p>
      <Facts
        className="grid-cols-2 max-sm:grid-cols-1"
        facts={accounts.map(({ name, id }) => ({
          name,
          value: id ? <span lang="">{id}</span> : <span className="text-muted">{t('bound.none')}</span>,
        }))}
      />
    </>
  )
}
