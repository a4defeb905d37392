import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { FirstRequest } from '#web/features/snippets/first-request.tsx'
import { newestTokenQuery } from '#web/features/tokens/token-list.ts'
import { formatQuota } from '#web/lib/format.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { selfQuery } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { ChecklistCard } from './checklist-card.tsx'
import { ChecklistRoom, NoChecklist, type OnKnown, useKnown } from './checklist-room.tsx'
import { StepLine } from './step-line.tsx'

const SnippetDialog = lazy(async () => {
  await loadNamespaces('tokens', 'snippets')
  return import('#web/features/tokens/snippet-dialog.tsx')
})

/** The steps to the first call, for users without one; gone on the next visit. */
export default function StartCard({ onKnown }: { onKnown: OnKnown }) {
  const { data: self, isPending } = useQuery({ ...selfQuery, staleTime: 0 })
  // The token's name changes the text of the token step.
  const { isPending: isTokenPending } = useQuery(newestTokenQuery)
  const [watched, setWatched] = useState(false)
  const called = self !== undefined && self.request_count > 0
  if (self && !called && !watched) setWatched(true)
  useKnown(!isPending && !isTokenPending, onKnown)
  if (isPending || isTokenPending) return <ChecklistRoom />
  return self && (watched || !called) ? <Steps self={self} called={called} /> : <NoChecklist />
}

function Steps({ self, called }: { self: User; called: boolean }) {
  const { t } = useTranslation('setup')
  const status = useStatus()
  const navigate = useNavigate()
  const { data: token } = useQuery(newestTokenQuery)
  const done = { balance: self.quota > 0 || called, token: Boolean(token) || called, call: called }
  const next = !done.balance ? 'balance' : !done.token ? 'token' : 'call'
  return (
    <ChecklistCard title={t('start.title')} done={Object.values(done).filter(Boolean).length} total={3}>
      <StepLine
        title={t('start.balance.title')}
        hint={
          done.balance ? t('start.balance.done', { amount: formatQuota(self.quota, status) }) : t('start.balance.hint')
        }
        done={done.balance}
        next={next === 'balance'}
        action={{ label: t('start.balance.action'), run: () => void navigate({ to: '/topup' }) }}
      />
      <StepLine
        title={t('start.token.title')}
        hint={token ? t('start.token.done', { name: token.name }) : t('start.token.hint')}
        done={done.token}
        next={next === 'token'}
        action={{ label: t('start.token.action'), run: () => void navigate({ to: '/token/add' }) }}
      />
      <StepLine
        title={t('start.call.title')}
        hint={token || called ? <FirstRequest scope="own" served={called || undefined} /> : t('start.call.hint')}
        done={called}
        next={next === 'call'}
        {...(token && {
          action: {
            label: t('start.call.action'),
            run: () => void openOverlay<void>((close) => <SnippetDialog token={token} onClose={close} />),
          },
        })}
      />
    </ChecklistCard>
  )
}
