import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { chargeQuery } from '#web/lib/charge-query.ts'
import { formatDuration, fullNumber } from '#web/lib/format.ts'
import { Money } from '#web/ui/money.tsx'
import type { AnswerFacts } from '../conversation/conversation.ts'
import { tokensPerSecond } from './speed.ts'

/** The statistics of an answer: tokens, times, speed, and what its log row says was charged. */
export function AnswerLine({ facts, isFailed }: { facts: AnswerFacts; isFailed: boolean }) {
  const { t } = useTranslation('playground')
  const { requestId, model, firstMs, totalMs, promptTokens, completionTokens } = facts
  const { data: row } = useQuery({ ...chargeQuery(requestId), ...(isFailed && { enabled: false }) })
  const speed = tokensPerSecond(facts)
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-muted text-small tabular-nums">
      {model && <span className="max-w-full truncate">{model}</span>}
      {promptTokens !== undefined && completionTokens !== undefined && (
        <span>{t('facts.tokens', { input: fullNumber(promptTokens), output: fullNumber(completionTokens) })}</span>
      )}
      {firstMs !== undefined && <span>{t('facts.first', { time: formatDuration(firstMs) })}</span>}
      {totalMs !== undefined && <span>{t('facts.total', { time: formatDuration(totalMs) })}</span>}
      {speed !== undefined && <span>{t('facts.speed', { speed: fullNumber(speed) })}</span>}
      {row && (
        <span>
          {t('facts.charged')} <Money quota={row.quota} digits={6} />
        </span>
      )}
      {(row || (isFailed && requestId)) && (
        <Link to="/log" search={{ request_id: requestId, row: row?.id }} className="text-primary hover:underline">
          {t('facts.log')}
        </Link>
      )}
    </span>
  )
}
