import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { useNavEntries } from '#web/features/shell/nav.ts'
import { fullNumber, shortNumber } from '#web/lib/format.ts'
import { optionalPart } from '#web/lib/lazy/lazy-part.ts'
import { selfQuery } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { tip } from '#web/ui/tooltip.tsx'

const LastFailure = optionalPart(() => import('./last-failure.tsx'))

/** Refetches the balance on every visit. Data that the frame fetched within this time is reused. */
const FRESH_MS = 1000

/** Shows the logged-in user's balance and the server address. */
export function AccountPanel() {
  const { t } = useTranslation('home')
  const { t: shell } = useTranslation('shell')
  const shortcuts = useNavEntries().filter(({ name }) => name === 'token' || name === 'log')
  const { server_address } = useStatus()
  const { data: fresh } = useQuery({ ...selfQuery, staleTime: FRESH_MS })
  const baseUrl = `${(server_address || location.origin).replace(/\/+$/, '')}/v1`
  const value = (show: (user: User) => ReactNode) => (fresh ? show(fresh) : <Skeleton className="h-6 w-20" />)
  return (
    <section className="surface">
      <dl className="grid grid-cols-2 gap-px sm:grid-cols-3">
        <Fact name={t('balance')} large>
          {value(({ quota }) => (
            <Money quota={quota} />
          ))}
        </Fact>
        <Fact name={t('used')}>
          {value(({ used_quota }) => (
            <Money quota={used_quota} />
          ))}
        </Fact>
        <Fact name={t('requests')}>
          {value(({ request_count }) => (
            <span {...tip(fullNumber(request_count))}>{shortNumber(request_count)}</span>
          ))}
        </Fact>
      </dl>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5">
        <span className="text-muted">{t('baseUrl')}</span>
        <span className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 break-all">{baseUrl}</code>
          <CopyButton label={t('copyBaseUrl')} text={baseUrl} shown={baseUrl} />
        </span>
        <span className="ms-auto flex items-baseline gap-x-4">
          <Suspense>
            <LastFailure />
          </Suspense>
          {shortcuts.map(({ name, to }) => (
            <Link key={name} to={to} className="text-primary hover:underline">
              {shell(`page.${name}`)}
            </Link>
          ))}
        </span>
      </div>
    </section>
  )
}

function Fact({ name, large, children }: { name: string; large?: boolean; children: ReactNode }) {
  return (
    <div className={`px-4 py-3 ${large ? 'max-sm:col-span-2' : ''}`}>
      <dt className="text-muted">{name}</dt>
      <dd className={`min-h-9 font-strong ${large ? 'text-display' : 'text-title leading-9'}`}>{children}</dd>
    </div>
  )
}
