import { useTranslation } from 'react-i18next'
import type { UserToken } from '#contract/api/users.ts'
import { Status } from '#web/ui/status.tsx'
import { GroupTag } from '#web/ui/tag.tsx'
import { STATE_COLOURS, stateOfToken } from './token-status.ts'

/** The status of the token with its reason, and its group. */
export function StatusCell({ token }: { token: Omit<UserToken, 'key_end'> }) {
  const { t } = useTranslation('tokens')
  const state = stateOfToken(token, Date.now() / 1000)
  const reasons = { disabled: t('reason.disabled'), expired: t('reason.expired'), exhausted: t('reason.exhausted') }
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="shrink-0">
        <Status colour={STATE_COLOURS[state]} tooltip={reasons[state as keyof typeof reasons]}>
          {t(`status.${state}`)}
        </Status>
      </span>
      <span className="min-w-0 truncate">
        <GroupTag group={token.group} />
      </span>
    </span>
  )
}
