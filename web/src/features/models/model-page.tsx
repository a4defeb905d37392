import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import Play from 'lucide-react/icons/play'
import SearchX from 'lucide-react/icons/search-x'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueCard } from '#contract/api/models.ts'
import { vendorOfModel } from '#contract/vendor-of-model.ts'
import { VendorMark } from '#web/features/vendors/vendor-mark.tsx'
import { ApiError } from '#web/lib/api.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { useIsAdmin, useUserRatio } from '#web/lib/session.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { cardForUser } from './card-for-user.ts'
import { cardQuery } from './card-queries.ts'
import { FactsList } from './facts-list.tsx'
import { FormatsCard } from './formats-card.tsx'
import { PricesCard } from './prices-card.tsx'
import { Retirement } from './retirement.tsx'
import { useDescription } from './use-description.ts'
import { groupFor, useOwnGroup } from './use-ratio.ts'
import { vendorName } from './vendor-name.ts'

const CallCard = lazyPart(() => import('./call-card.tsx'))
const MeasuredCard = lazyPart(() => import('./measured-card.tsx'))

// Administrators only; loads with its texts.
const ModelObject = lazyPart(async () => {
  await loadNamespaces('form', 'channels')
  return import('#web/features/objects/model.tsx')
})

/** A model of the catalogue: what it is, what it costs, how it does here, and how it is called. */
export function ModelPage() {
  const { t } = useTranslation('models')
  const { _splat: name = '' } = useParams({ from: '/models/$' })
  const { data: card, error, refetch } = useQuery(cardQuery(name))
  const isAdmin = useIsAdmin()
  const content = card ? (
    <Model key={card.name} card={card} isObject={isAdmin} />
  ) : error instanceof ApiError && error.status === 404 ? (
    <EmptyState
      page
      icon={<SearchX size={28} aria-hidden />}
      title={t('page.missing', { name })}
      hint={t('page.missingHint')}
      action={
        <Link to="/models" search={{ keyword: name }} className={buttonClass('default')}>
          {t('filter.search')}
        </Link>
      }
    />
  ) : (
    <>
      {!isAdmin && <h1 className="text-title">{name}</h1>}
      {error ? <ListFailure error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-64" />}
    </>
  )
  return (
    <div className="mx-auto flex w-full max-w-6xl min-w-0 flex-col gap-4 px-4 pt-3 pb-4 max-sm:px-3">
      <BackLink to="/models">{t('page.all')}</BackLink>
      {isAdmin ? (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <ModelObject key={name} name={name}>
            <div className="flex flex-col gap-4">{content}</div>
          </ModelObject>
        </Suspense>
      ) : (
        content
      )}
    </div>
  )
}

interface ModelProps {
  card: CatalogueCard
  /** The name stands above. */
  isObject: boolean
}

function Model({ card, isObject }: ModelProps) {
  const { t } = useTranslation('models')
  const own = useOwnGroup()
  const group = groupFor(card, own)
  const userRatio = useUserRatio()
  return (
    <>
      <ModelHead {...{ card, isObject }} />
      <FactsList card={card} />
      {group !== own && <Banner tone="info">{t('page.otherGroup', { group })}</Banner>}
      <PricesCard card={cardForUser(card, userRatio)} own={own} userRatio={userRatio} />
      <Suspense fallback={<Skeleton className="h-40" />}>
        <MeasuredCard model={card.name} />
      </Suspense>
      <Suspense fallback={<Skeleton className="h-72" />}>
        <CallCard card={card} />
      </Suspense>
      <FormatsCard card={card} />
    </>
  )
}

function ModelHead({ card, isObject }: ModelProps) {
  const { t } = useTranslation('models')
  const { t: words } = useTranslation('pricing')
  const about = useDescription(card)
  const under = [
    card.vendor && vendorName(words, card.vendor),
    card.kind && t(`kind.${card.kind}`),
    card.released && `${t('page.released')} ${card.released}`,
  ].filter(Boolean)
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1 max-sm:min-w-full">
        {!isObject && (
          <div className="flex min-w-0 items-center gap-2">
            <VendorMark vendor={card.vendor || vendorOfModel(card.name)} name={card.name} large />
            <h1 className="min-w-0 break-all text-display">{card.name}</h1>
            <CopyButton label={t('page.copyName')} text={card.name} shown={card.name} />
          </div>
        )}
        <p className="text-muted">
          {under.join(' · ')}
          <span className="ms-2">
            <Retirement row={card} />
          </span>
        </p>
        {about && <p className="max-w-prose">{about}</p>}
      </div>
      {card.formats.includes('chat') && (
        <Link to="/playground" search={{ model: card.name }} className={buttonClass('primary')}>
          <Play size={16} aria-hidden />
          {t('page.try')}
        </Link>
      )}
    </header>
  )
}
