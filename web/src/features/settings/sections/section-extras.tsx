import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { TriedService } from '#contract/api/options.ts'
import { isCodeProvider } from '#contract/login/login-providers.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useWanted } from '../drafts/settings-context.ts'
import type { Place } from '../options/sections.ts'
import { ClearLogs } from './clear-logs.tsx'
import { ResetRatios } from './reset-ratios.tsx'

const TestMail = lazyPart(() => import('./test-mail.tsx'))
const TestService = lazyPart(() => import('./test-service.tsx'))

/** Sections whose credentials can be tested. */
const SERVICES: Partial<Record<Place, TriedService>> = {
  'system.payment': 'payment',
  'system.stripe': 'stripe',
  'system.github': 'github',
  'system.turnstile': 'turnstile',
}

/** A note shown before a section's options. */
export function SectionNote({ place }: { place: Place }) {
  const { t } = useTranslation('settings')
  switch (place) {
    case 'operation.general':
      return <Note tone="warning">{t('note.chatLinks')}</Note>
    case 'operation.chats':
      return <ChatsNote />
    case 'system.stripe':
      return <WebhookNote gateway="stripe" />
    default:
      return isCodeProvider(place.replace('system.', '')) ? <CallbackNote place={place} /> : null
  }
}

function Note({ tone, children }: { tone: 'info' | 'warning'; children: string }) {
  return (
    <Banner tone={tone} className="mb-2">
      {children}
    </Banner>
  )
}

/** Ratios can be edited here; the table of prices is another way to the same options. */
function PricesExtra() {
  const { t } = useTranslation('settings')
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 max-sm:px-3">
      <Link to="/price" className={buttonClass('default')}>
        {t('effect.table')}
      </Link>
      <ResetRatios />
      <p className="basis-full text-muted text-small">{t('effect.hint')}</p>
    </div>
  )
}

function ChatsNote() {
  const { t } = useTranslation('settings')
  const [one, two] = [useWanted('ChatLink'), useWanted('ChatLink2')]
  return (
    <>
      {(one.trim() || two.trim()) && <Note tone="warning">{t('note.chatsIdle')}</Note>}
      <Note tone="info">{t('note.chatsHint')}</Note>
    </>
  )
}

/** The callback URLs that a login provider requires. */
function CallbackNote({ place }: { place: Place }) {
  const { t } = useTranslation('settings')
  const address = useWanted('ServerAddress').trim().replace(/\/+$/, '')
  if (address === '') return <Note tone="warning">{t('note.noAddress')}</Note>
  const callback = `${address}/oauth/${place.split('.')[1]}`
  return (
    <Note tone="info">
      {place === 'system.github' ? t('note.callback', { home: address, callback }) : t('note.redirect', { callback })}
    </Note>
  )
}

/** The address to enter at a payment gateway, ready to copy. */
function WebhookNote({ gateway }: { gateway: string }) {
  const { t } = useTranslation('settings')
  const [own, callback] = [useWanted('ServerAddress'), useWanted('CustomCallbackAddress')]
  const base = (callback.trim() || own.trim()).replace(/\/+$/, '')
  if (base === '') return <Note tone="warning">{t('note.noAddress')}</Note>
  const address = `${base}/api/user/${gateway}/notify`
  return (
    <Banner
      tone="info"
      className="mb-2"
      action={<CopyButton label={t('note.copyWebhook')} text={address} shown={address} />}
    >
      {t('note.webhook', { address })}
    </Banner>
  )
}

/** Additional content of a section besides its options. */
export function SectionExtra({ place }: { place: Place }) {
  if (place === 'operation.log') return <ClearLogs />
  if (place === 'operation.ratio') return <PricesExtra />
  if (place === 'system.smtp') {
    return (
      <Suspense fallback={<Skeleton className="h-24" />}>
        <TestMail />
      </Suspense>
    )
  }
  const service = SERVICES[place]
  if (service) {
    return (
      <Suspense fallback={<Skeleton className="h-14" />}>
        <TestService {...{ place, service }} />
      </Suspense>
    )
  }
  return null
}
