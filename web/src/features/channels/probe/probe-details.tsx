import { useTranslation } from 'react-i18next'
import type { ProbeStep } from '#contract/api/channel-checks.ts'

/** Shows the request of a step, without secrets, and its response. */
export function ProbeDetails({ step: { sent, body, status, message } }: { step: ProbeStep }) {
  const { t } = useTranslation('probe')
  return (
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-small">
      {sent && (
        <>
          <dt className="text-muted">{t('sent')}</dt>
          <dd className="font-mono break-all">
            {sent}
            {body && <span className="block text-muted">{body}</span>}
          </dd>
        </>
      )}
      {(status > 0 || message) && (
        <>
          <dt className="text-muted">{t('answered')}</dt>
          <dd className="break-words">{[status > 0 && status, message].filter(Boolean).join(' · ')}</dd>
        </>
      )}
    </dl>
  )
}
