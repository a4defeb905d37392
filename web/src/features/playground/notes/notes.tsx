import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pricingQuery } from '#web/features/prices/public/pricing-query.ts'
import { groupsQuery } from '#web/features/tokens/token-list.ts'
import { formatQuota } from '#web/lib/format.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { modelNames } from '../models/model-options.ts'

interface NotesProps {
  /** The group whose models are offered. */
  group: string
  /** The browser has no room for the conversation. */
  isFull: boolean
  onGroup: (group: string) => void
}

/** What stands in the way of a question, each with the way out. */
export function Notes({ group, isFull, onGroup }: NotesProps) {
  const { t } = useTranslation('playground')
  return (
    <>
      <ExpiredNote />
      <BalanceNote />
      <ModelsNote group={group} onGroup={onGroup} />
      {isFull && (
        <Banner tone="warning" role="alert" className="mt-2">
          {t('full')}
        </Banner>
      )}
    </>
  )
}

/** Shown to users who were redirected here after their session expired. */
function ExpiredNote() {
  const { t } = useTranslation()
  const { t: shell } = useTranslation('shell')
  const { expired } = useSearch({ from: '/_console/playground' })
  const navigate = useNavigate({ from: '/playground' })
  if (!expired) return null
  return (
    <Banner
      tone="warning"
      role="alert"
      className="mt-2"
      action={
        <Link to="/login" search={{ return: '/playground' }} className={buttonClass('default', 'small')}>
          {shell('user.login')}
        </Link>
      }
      onDismiss={() => void navigate({ search: ({ chat }) => ({ chat }), replace: true })}
    >
      {t('error.unauthorized')}
    </Banner>
  )
}

/** Calls are refused when nothing is left to pay them with. */
function BalanceNote() {
  const { t } = useTranslation('playground')
  const user = useUser()
  const status = useStatus()
  if (!user || user.quota > 0) return null
  return (
    <Banner
      tone="warning"
      className="mt-2"
      action={
        <Link to="/topup" className={buttonClass('default', 'small')}>
          {t('why.topUp')}
        </Link>
      }
    >
      {t('why.noBalance', { balance: formatQuota(0, status) })}
    </Banner>
  )
}

/** Why there is no model to choose. */
function ModelsNote({ group, onGroup }: Pick<NotesProps, 'group' | 'onGroup'>) {
  const { t } = useTranslation('playground')
  const user = useUser()
  const { data: prices } = useQuery(pricingQuery)
  const { data: groups = {} } = useQuery(groupsQuery)
  if (!prices || modelNames(prices.rows, group).length > 0) return null
  if (prices.rows.length === 0) {
    const mayAdd = allows('admin', user)
    return (
      <Banner
        tone="warning"
        className="mt-2"
        action={
          mayAdd && (
            <Link to="/channel/add" className={buttonClass('default', 'small')}>
              {t('why.addChannel')}
            </Link>
          )
        }
      >
        {t(mayAdd ? 'why.noChannelAdmin' : 'why.noChannel')}
      </Banner>
    )
  }
  const others = Object.keys(groups).filter((name) => modelNames(prices.rows, name).length > 0)
  return (
    <Banner tone="warning" className="mt-2">
      {t(others.length > 0 ? 'why.noModels' : 'why.noGroup', { group })}
      {others.length > 0 && (
        <span className="mt-1 flex flex-wrap gap-2">
          {others.map((name) => (
            <Button key={name} size="small" onClick={() => onGroup(name)}>
              {t('why.useGroup', { group: name })}
            </Button>
          ))}
        </span>
      )}
    </Banner>
  )
}
