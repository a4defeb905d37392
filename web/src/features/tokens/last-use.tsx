import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { Time } from '#web/ui/time.tsx'
import { tipIfCut } from '#web/ui/tooltip.tsx'
import { lastUseOf } from './last-use-of.ts'

/** When a token was last used; with its address and client, where these are known. */
export function LastUseCell({ token }: { token: Token }) {
  const { t } = useTranslation('tokens')
  const { at, from } = lastUseOf(token)
  if (at === 0) return <span className="text-muted">{t('neverUsed')}</span>
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Time at={at} />
      {from && (
        <span className="min-w-0 truncate text-muted text-small" {...tipIfCut(from)}>
          {from}
        </span>
      )}
    </span>
  )
}

/** The same in the form of a token. */
export function LastUse({ token }: { token: Token }) {
  const { t } = useTranslation('tokens')
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-small">
      <span className="text-muted">{t('column.accessed')}</span>
      <LastUseCell token={token} />
    </p>
  )
}
