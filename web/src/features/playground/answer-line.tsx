import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDuration, fullNumber } from '#web/lib/format.ts'
import { Money } from '#web/ui/money.tsx'
import { chargeQuery } from '../../lib/charge-query.ts'
import type { AnswerFacts } from './conversation.ts'

/** The statistics of an answer: tokens, times, cost, and its log row. */
export function AnswerLine({ facts }: { facts: AnswerFacts }) {
  const { t } = useTranslation('playground')
  const { requestId, model, firstMs, totalMs, promptTokens, completionTokens } = facts
  const { data: row } = useQuery(chargeQuery(requestId))
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-muted text-small tabular-nums">
      {model && <span className="max-w-full truncate">{model}</span>}
      {promptTokens !== undefined && completionTokens !== undefined && (
        <span>{t('facts.tokens', { input: fullNumber(promptTokens), output: fullNumber(completionTokens) })}</span>
      )}
      {firstMs !== undefined && <span>{t('facts.first', { time: formatDuration(firstMs) })}</span>}
      {totalMs !== undefined && <span>{t('facts.total', { time: formatDuration(totalMs) })}</span>}
      {row && <Money quota={row.quota} digits={6} />}
      {row && (
        <Link to="/log" search={{ request_id: requestId, row: row.id }} className="text-primary hover:underline">
          {t('facts.log')}
        </Link>
      )}
    </span>
  )
}
