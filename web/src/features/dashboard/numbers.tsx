import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { formatGrowth, formatPercent, fullNumber, shortNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import type { Span } from './period.ts'
import { type Bucket, cachedShare, errorRate, growth, type Sums, unsplit } from './usage.ts'
import { metricText } from './wording.ts'

interface NumbersProps {
  total: Sums
  before: Sums
  buckets: readonly Bucket[]
  span: Span
  /** The user chosen by an administrator. */
  username: string | undefined
}

/** One of the dashboard's numbers. */
interface Fact {
  name: string
  of: 'quota' | 'count' | 'tokens' | 'errors'
  text: string
  hint: string
  /** Its components or explanations. */
  parts: { text: string; hint: string }[]
}

/**
 * Shows four numbers of the period, each with its sparkline and the change from the period before. Errors link
 * to their log rows.
 */
export function Numbers(props: NumbersProps) {
  const facts = useFacts(props.total)
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {facts.map((fact) => (
        <NumberCard key={fact.name} fact={fact} {...props} />
      ))}
    </dl>
  )
}

function useFacts(total: Sums): Fact[] {
  const { t } = useTranslation('dashboard')
  const { t: common } = useTranslation()
  const status = useStatus()
  const perCall = (sum: number) => (total.count === 0 ? 0 : sum / total.count)
  const tokens = Math.round(perCall(total.tokens))
  const tokenPart = (name: 'fresh' | 'cached' | 'output' | 'unsplit', count: number, hint = fullNumber(count)) => ({
    text: t(`number.${name}`, { value: shortNumber(count) }),
    hint,
  })
  return [
    {
      name: t('number.spent'),
      of: 'quota',
      text: metricText('quota', total.quota, status),
      hint: common('money.units', { count: total.quota, units: fullNumber(total.quota) }),
      parts: [
        {
          text: t('number.spentPerCall', { amount: metricText('quota', perCall(total.quota), status) }),
          hint: t('number.averageHint'),
        },
      ],
    },
    {
      name: t('number.calls'),
      of: 'count',
      text: shortNumber(total.count),
      hint: fullNumber(total.count),
      parts: [{ text: t('number.tokensPerCall', { value: fullNumber(tokens) }), hint: t('number.tokensHint') }],
    },
    {
      name: t('number.tokens'),
      of: 'tokens',
      text: shortNumber(total.tokens),
      hint: fullNumber(total.tokens),
      parts: [
        tokenPart('fresh', total.input - total.cached, t('number.freshHint')),
        tokenPart('cached', total.cached, t('number.cachedHint', { share: formatPercent(cachedShare(total)) })),
        tokenPart('output', total.output),
        ...(unsplit(total) > 0 ? [tokenPart('unsplit', unsplit(total), t('number.unsplitHint'))] : []),
      ],
    },
    {
      name: t('number.errors'),
      of: 'errors',
      text: shortNumber(total.errors),
      hint: fullNumber(total.errors),
      parts: [
        { text: t('number.errorRate', { share: formatPercent(errorRate(total)) }), hint: t('number.errorRateHint') },
      ],
    },
  ]
}

function NumberCard({ fact, total, before, buckets, span, username }: NumbersProps & { fact: Fact }) {
  const { t } = useTranslation('dashboard')
  const { name, of, text, hint, parts } = fact
  const change = growth(total[of], before[of])
  const errors = of === 'errors'
  return (
    <div
      className={cx(
        'relative flex min-w-0 flex-col gap-0.5 surface px-4 py-3 has-[a:hover]:bg-hover max-sm:px-3',
        of === 'tokens' ? 'max-sm:min-h-33' : 'max-sm:min-h-24',
      )}
    >
      <dt className="flex items-center gap-1 truncate text-muted">
        {name}
        {errors && <ChevronRight size={14} aria-hidden />}
      </dt>
      <dd className="flex min-w-0 items-end justify-between gap-3">
        <span className="whitespace-nowrap text-display font-strong tabular-nums max-sm:text-title" {...tip(hint)}>
          {errors ? (
            <Link
              to="/log"
              search={{ status: 'failed', from: span.start, to: span.end, username }}
              aria-label={t('number.openErrors', { value: text })}
              className="after:absolute after:inset-0 after:rounded-card"
            >
              {text}
            </Link>
          ) : (
            text
          )}
        </span>
        <Sparkline
          values={buckets.map((bucket) => bucket.total[of])}
          colour={errors ? 'text-danger' : 'text-primary'}
        />
      </dd>
      <dd className="flex min-w-0 flex-wrap gap-x-2 text-small tabular-nums">
        {parts.map((part) => (
          <span key={part.text} {...tip(part.hint)}>
            {part.text}
          </span>
        ))}
      </dd>
      {change !== undefined && (
        <dd className="text-muted text-small tabular-nums">{t('change.by', { change: formatGrowth(change) })}</dd>
      )}
    </div>
  )
}
