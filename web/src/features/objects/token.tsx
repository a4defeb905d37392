import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { useTokenColumns } from '#web/features/tokens/columns.tsx'
import { EditTokenForm } from '#web/features/tokens/edit-form.tsx'
import { RemainCell } from '#web/features/tokens/quota-cells.tsx'
import { TokenMenu } from '#web/features/tokens/row-actions.tsx'
import { StatusCell } from '#web/features/tokens/status-cell.tsx'
import { useTokenActions } from '#web/features/tokens/token-actions.ts'
import { tokenQuery } from '#web/features/tokens/token-list.ts'
import { isOn, stateOfToken } from '#web/features/tokens/token-status.ts'
import { tokenUsageQuery } from '#web/features/tokens/token-usage.ts'
import { DASH, shortNumber } from '#web/lib/format.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { Switch } from '#web/ui/choice/switch.tsx'
import { RecordFailure } from '#web/ui/form/record-failure.tsx'
import { Money } from '#web/ui/money.tsx'
import { ObjectFrame } from './object-frame.tsx'
import type { ObjectKind } from './object-view.tsx'
import { ObjectHistory, Overview, RecentCalls } from './parts.tsx'

const TokenLimits = lazy(async () => {
  await loadNamespaces('limits')
  return import('./token-limits.tsx')
})

const TokenExample = lazy(async () => {
  await loadNamespaces('snippets')
  return import('#web/features/tokens/token-example.tsx')
})

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** A key: what it used and may use, its calls, its limits, its settings. */
export const tokenKind: ObjectKind<Token> = {
  list: 'token',
  useRecord: (id) => useQuery(tokenQuery(id)),
  useTitle: () => useTranslation('tokens').t('form.update'),
  Failure: RecordFailure,
  Frame: TokenFrame,
  Form: EditTokenForm,
}

function TokenFrame({ record: token, children }: { record: Token; children: ReactNode }) {
  const { t } = useTranslation('form')
  const { t: common } = useTranslation()
  const user = useUser()
  const actions = useTokenActions()
  const columns = useTokenColumns(actions, { withLimits: token.limits !== null })
  const { data } = useQuery(tokenUsageQuery([token.id]))
  const usage = data?.get(token.id)
  const { id, name } = token
  const on = isOn(stateOfToken(token, Date.now() / 1000))
  const history = { view: 'history', label: t('object.history') } as const
  return (
    <ObjectFrame
      mark={<KeyRound size={18} aria-hidden className="shrink-0 text-muted" />}
      name={name}
      state={<StatusCell token={token} />}
      control={
        <Switch
          aria-label={`${common(on ? 'action.disable' : 'action.enable')} ${name}`}
          checked={on}
          onChange={(next) => actions.setStatus(token, next)}
        />
      }
      menu={<TokenMenu token={token} actions={actions} />}
      numbers={[
        { label: t('object.month'), value: usage ? <Money quota={usage.month} /> : DASH, values: usage?.days },
        { label: t('object.calls30'), value: usage ? shortNumber(sumOf(usage.calls)) : DASH, values: usage?.calls },
        { label: t('object.used'), value: <Money quota={token.used_quota} /> },
        { label: t('object.remain'), value: <RemainCell token={token} /> },
      ]}
      tabs={[
        {
          view: 'overview',
          label: t('object.overview'),
          content: (
            <>
              <Overview
                columns={columns}
                inHead={['name', 'status', 'used_quota', 'remain_quota', 'month']}
                row={token}
              />
              <TokenExample token={token} />
            </>
          ),
        },
        { view: 'calls', label: t('object.calls'), content: <RecentCalls scope="own" filters={{ token_id: id }} /> },
        { view: 'limits', label: t('object.limits'), content: <TokenLimits token={token} /> },
        ...(allows('root', user) ? [{ ...history, content: <ObjectHistory kind="token" id={id} /> }] : []),
      ]}
    >
      {children}
    </ObjectFrame>
  )
}
