import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { lazy, type ReactNode } from 'react'
import type { Token } from '#contract/api/tokens.ts'
import { useTokenColumns } from '#web/features/tokens/columns.tsx'
import { lastUseOf } from '#web/features/tokens/last-use-of.ts'
import { RemainCell } from '#web/features/tokens/quota-cells.tsx'
import { StatusCell } from '#web/features/tokens/status-cell.tsx'
import { useTokenActions } from '#web/features/tokens/token-actions.ts'
import { isOn, stateOfToken } from '#web/features/tokens/token-status.ts'
import { tokenUsageQuery } from '#web/features/tokens/token-usage.ts'
import { DASH } from '#web/lib/format.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/texts.ts'
import { Switch } from '#web/ui/choice/switch.tsx'
import { Money } from '#web/ui/money.tsx'
import { ObjectFrame } from '#web/ui/object-frame.tsx'
import { FieldList } from '#web/ui/table/field-list.tsx'
import { Time } from '#web/ui/time.tsx'

const RecentCalls = lazy(async () => {
  await loadNamespaces('logs')
  return import('./recent-calls.tsx')
})

/** A key as a page: what it used and may use, its calls, its settings. */
export function TokenFrame({ token, children }: { token: Token; children: ReactNode }) {
  const { t } = useTranslation('form')
  const { t: common } = useTranslation()
  const actions = useTokenActions()
  const { data } = useQuery(tokenUsageQuery([token.id]))
  const usage = data?.get(token.id)
  const { id, name } = token
  const on = isOn(stateOfToken(token, Date.now() / 1000))
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
      numbers={[
        { label: t('object.month'), value: usage ? <Money quota={usage.month} /> : DASH, values: usage?.days },
        { label: t('object.used'), value: <Money quota={token.used_quota} /> },
        { label: t('object.remain'), value: <RemainCell token={token} /> },
        { label: t('object.lastUse'), value: <Time at={lastUseOf(token).at} /> },
      ]}
      tabs={[
        { view: 'overview', label: t('object.overview'), content: <Overview token={token} /> },
        { view: 'calls', label: t('object.calls'), content: <RecentCalls scope="own" filters={{ token_id: id }} /> },
      ]}
    >
      {children}
    </ObjectFrame>
  )
}

/** Every column of the list: on narrow screens the only place of some. */
function Overview({ token }: { token: Token }) {
  const columns = useTokenColumns(useTokenActions(), { withLimits: token.limits !== null })
  return <FieldList columns={columns.filter(({ id }) => id !== 'name' && id !== 'actions')} row={token} />
}
