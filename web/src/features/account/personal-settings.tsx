import { useQuery } from '@tanstack/react-query'
import { BillingCard } from '#web/features/billing/billing-card.tsx'
import { selfQuery } from '#web/lib/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { BindingsCard } from './bindings-card.tsx'
import { DeleteCard } from './delete-card.tsx'
import { InviteCard } from './invite-card.tsx'
import { LanguageCard } from './language-card.tsx'
import { MailsCard } from './mails-card.tsx'
import { ModelsCard } from './models-card.tsx'
import { OwnLimits } from './own-limits.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SecurityCard } from './security-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/**
 * Refetches on every visit, since balance and earnings are shown. Data that the frame fetched within this time
 * is reused.
 */
const FRESH_MS = 1000

/** Page where users see and change their own account. */
export function PersonalSettings() {
  const { data: user, error, refetch } = useQuery({ ...selfQuery, staleTime: FRESH_MS })
  if (!user) return error ? <ListFailure error={error} onRetry={refetch} /> : <Skeleton className="h-svh" />
  return (
    <div className="flex flex-col gap-4 pb-2">
      <ProfileCard user={user} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <BindingsCard user={user} />
          <SecurityCard user={user} />
          <SecondFactorCard />
          <SessionsCard />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <InviteCard user={user} />
          <OwnLimits user={user} />
          <LanguageCard />
          <MailsCard user={user} />
          <BillingCard />
          {/* Same height as the loaded content, so that nothing above it moves. */}
          <ModelsCard />
          <DeleteCard user={user} />
        </div>
      </div>
    </div>
  )
}
