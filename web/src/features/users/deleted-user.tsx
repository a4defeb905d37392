import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BoundAccounts } from './bound-accounts.tsx'
import { UserHead } from './user-head.tsx'
import { UserNumbers } from './user-numbers.tsx'

const WalletHistory = lazyPart(() => import('./wallet-history.tsx'))

/** The remaining data of a deleted user. Nothing can be changed. */
export function DeletedUser({ user }: { user: User }) {
  const { t } = useTranslation('users')
  return (
    <div className="grid flex-1 grid-cols-1 content-start gap-4 overflow-y-auto px-4 py-3">
      <Banner tone="warning">{t('deleted')}</Banner>
      <UserHead user={user} />
      <UserNumbers user={user} />
      <BoundAccounts user={user} />
      <h3>{t('form.section.wallet')}</h3>
      <Suspense fallback={<Skeleton className="h-24 w-full" />}>
        <WalletHistory id={user.id} />
      </Suspense>
    </div>
  )
}
