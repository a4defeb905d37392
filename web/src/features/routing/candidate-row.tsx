import { Link } from '@tanstack/react-router'
import Power from 'lucide-react/icons/power'
import { useTranslation } from 'react-i18next'
import type { RouteCandidate } from '#contract/api/routing.ts'
import { LimitsUse } from '#web/features/limits/limits-use.tsx'
import { cx } from '#web/lib/cx.ts'
import { DASH, formatDuration, formatTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { LOOKS, Status } from '#web/ui/status.tsx'
import { downIds, type RoutingSearch, toggleDown } from './routing-search.ts'

const SECOND = 1000

interface CandidateRowProps {
  candidate: RouteCandidate
  search: RoutingSearch
  onChange: (patch: RoutingSearch) => void
}

/** One channel of a route: when it is tried, what speaks against it, and what is known of the model there. */
export function CandidateRow({ candidate, search, onChange }: CandidateRowProps) {
  const { t } = useTranslation('routing')
  const { id, name, place, first, reasons, circuit, limits_now } = candidate
  const isDown = downIds(search).includes(id)
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1 border-line border-b px-4 py-2.5 last:border-b-0">
      <span
        className={cx(
          'mt-0.5 flex size-6 items-center justify-center rounded-full text-small tabular-nums',
          place === null ? 'text-muted' : 'bg-primary-soft text-primary',
        )}
      >
        {place ?? DASH}
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to="/channel/$id"
            params={{ id }}
            className={cx('min-w-0 truncate hover:text-primary hover:underline', place === null && 'text-muted')}
          >
            {name}
          </Link>
          <span className="text-muted text-small tabular-nums">#{id}</span>
          {circuit.state !== 'closed' && (
            <Status {...(circuit.state === 'open' ? LOOKS.paused : { colour: 'orange' })}>
              {t(`circuit.${circuit.state}`, { seconds: Math.ceil(circuit.pause_ms / SECOND) })}
            </Status>
          )}
          {reasons.map(({ code, detail }) => (
            <Reason key={code} code={code}>
              {t(`reason.${code}`, { detail })}
            </Reason>
          ))}
        </div>
        <Numbers candidate={candidate} first={first} />
        {Object.keys(limits_now).length > 0 && <LimitsUse now={limits_now} />}
        {circuit.failures.length > 0 && <Failures failures={circuit.failures} />}
      </div>
      <Button
        size="small"
        aria-pressed={isDown}
        aria-label={t(isDown ? 'assume.upOf' : 'assume.downOf', { name })}
        icon={<Power size={14} aria-hidden />}
        onClick={() => onChange(toggleDown(search, id))}
      >
        <span className="max-sm:hidden">{t(isDown ? 'assume.up' : 'assume.down')}</span>
      </Button>
    </li>
  )
}

/** A channel that is switched off looks as it does in the list. */
function Reason({ code, children }: { code: string; children: string }) {
  const look = code === 'disabled' ? LOOKS.off : code === 'auto_disabled' ? LOOKS.stopped : null
  if (look) return <Status {...look}>{children}</Status>
  return <span className="min-w-0 break-words text-small text-warning">{children}</span>
}

function Numbers({ candidate, first }: { candidate: RouteCandidate; first: number }) {
  const { t } = useTranslation('routing')
  const { priority, weight, latency_ms, cost, in_flight, circuit, keys } = candidate
  const facts = [
    t('number.first', { percent: first }),
    t('number.priority', { priority }),
    t('number.weight', { weight }),
    latency_ms === null ? t('number.unmeasured') : t('number.latency', { time: formatDuration(latency_ms) }),
    t('number.inFlight', { count: in_flight }),
    keys && t('number.keys', keys),
    circuit.failed > 0 && t('number.failed', { percent: circuit.failed }),
  ].filter(Boolean)
  return (
    <p className="flex flex-wrap gap-x-3 text-muted text-small tabular-nums">
      {facts.map((fact) => (
        <span key={String(fact)}>{fact}</span>
      ))}
      <span>
        {t('number.cost')} {cost === null ? t('number.unknown') : <Money quota={cost} digits={6} />}
      </span>
    </p>
  )
}

function Failures({ failures }: { failures: RouteCandidate['circuit']['failures'] }) {
  const { t } = useTranslation('routing')
  const { t: health } = useTranslation('health')
  return (
    <details className="text-small">
      <summary className="w-fit cursor-pointer text-muted hover:text-text">
        {t('failures', { count: failures.length })}
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {failures.map(({ at, kind, status, message, request_id }) => (
          <li key={`${at} ${request_id}`} className="min-w-0 break-words text-muted">
            <time className="tabular-nums">{formatTime(Math.floor(at / SECOND))}</time> · {health(`kind.${kind}`)}
            {status > 0 && ` ${status}`} · {message}{' '}
            {request_id ? (
              <Link to="/log" search={{ request_id, range: 'all' }} className="text-primary hover:underline">
                {t('showCall')}
              </Link>
            ) : (
              t('probe')
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
