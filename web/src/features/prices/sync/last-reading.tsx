import { useTranslation } from 'react-i18next'
import type { PriceSync, SyncRun, SyncSourceReport } from '#contract/api/price-sync.ts'
import { fullNumber } from '#web/lib/format.ts'
import { dateTimeText } from '#web/lib/format-words.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Time } from '#web/ui/time.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { nameOfList } from './known-lists.ts'

/** When and how the lists were read last, or that they are being read. */
export function LastReading({ state, isReading }: { state: PriceSync; isReading: boolean }) {
  const { t } = useTranslation('priceSync')
  const { last, next_at, synced, settings } = state
  if (isReading) {
    return (
      <div role="status" className="flex flex-col gap-1.5 text-muted text-small">
        {t('reading', { count: settings.sources.length })}
        <span aria-hidden className="h-1 w-full max-w-80 overflow-hidden rounded-full bg-hover">
          <span className="block h-full w-1/3 animate-pulse rounded-full bg-primary" />
        </span>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-1.5">
      {last?.outcome === 'failed' && <Failure run={last} />}
      <p className="text-muted text-small">
        {last ? (
          <>
            {t('last')} <Time at={last.created_at} /> · {last.actor_id === 0 ? t('bySchedule') : last.actor_name}
          </>
        ) : (
          t('never')
        )}
        {' · '}
        {t('synced', { count: synced })}
        {next_at !== null &&
          ` · ${next_at * 1000 <= Date.now() ? t('nextSoon') : t('next', { time: dateTimeText(next_at) })}`}
      </p>
      {last && last.outcome !== 'failed' && <Sources sources={last.sources} />}
    </div>
  )
}

function Failure({ run }: { run: SyncRun }) {
  const { t } = useTranslation('priceSync')
  const bad = run.sources.filter(({ problem }) => problem !== null)
  return (
    <Banner tone="danger" role="alert">
      <p className="font-strong">{t('failed')}</p>
      <ul>
        {bad.map((source) => (
          <li key={source.address} className="break-words">
            <span {...tip(source.address)}>{nameOfList(source.address)}</span>:{' '}
            {t(`problem.${source.problem ?? 'unreachable'}`)}
            {source.detail && <span className="text-muted"> ({source.detail})</span>}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function Sources({ sources }: { sources: readonly SyncSourceReport[] }) {
  const { t } = useTranslation('priceSync')
  return (
    <ul className="text-muted text-small">
      {sources.map(({ address, shape, models, skipped }) => (
        <li key={address}>
          <span {...tip(address)}>{nameOfList(address)}</span> · {shape} ·{' '}
          {t('models', { count: models, shown: fullNumber(models) })}
          {skipped > 0 && ` · ${t('skipped', { count: skipped })}`}
        </li>
      ))}
    </ul>
  )
}
