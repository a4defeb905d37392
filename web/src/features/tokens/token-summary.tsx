import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Limits } from '#contract/limits.ts'
import { LimitsText } from '#web/features/limits/lazy-limits.tsx'
import { formatQuota, formatTime } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import type { TokenControl } from './token-fields.tsx'

/** One sentence that summarises the form's result. */
export function TokenSummary({ control }: { control: TokenControl }) {
  const { t } = useTranslation('tokens')
  const status = useStatus()
  const values = useWatch({ control })
  const { expired_time = -1, remain_quota = 0, unlimited_quota, model_limits = [], group } = values
  const models = values.model_limits_enabled
    ? t('form.summaryModels', { count: model_limits.length })
    : t('form.summaryAll')
  const endpoints = values.limit_endpoints && t('form.summaryEndpoints', { count: values.endpoints?.length ?? 0 })
  if (Number.isNaN(expired_time) || (!unlimited_quota && Number.isNaN(remain_quota))) return null
  return (
    <p className="me-auto basis-full text-small text-muted" aria-live="polite">
      {t('form.summary', {
        expiry:
          expired_time === -1 ? t('form.summaryNever') : t('form.summaryExpires', { time: formatTime(expired_time) }),
        quota: unlimited_quota
          ? t(values.limits ? 'form.summaryLimits' : 'form.summaryUnlimited')
          : t('form.summaryQuota', { amount: formatQuota(remain_quota, status) }),
        models: endpoints ? t('form.summaryBoth', { models, endpoints }) : models,
        group: group ? t('form.summaryGroup', { name: group }) : t('form.groupOwn'),
      })}
      {values.limits && (
        <>
          {' · '}
          <LimitsText limits={values.limits as Limits} />
        </>
      )}
    </p>
  )
}
