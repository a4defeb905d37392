import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { Redemption } from '#contract/api/redemption.ts'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { Status } from '#web/ui/status.tsx'
import { SecretCell } from '#web/ui/table/secret-cell.tsx'
import { STATE_COLOURS, stateOfCode } from './code-status.ts'
import { maskedCode } from './code-texts.ts'

const UserDialog = lazy(() => import('../logs/list/user-dialog.tsx'))

/** Shows whether the code can be redeemed. */
export function StatusCell({ code }: { code: Redemption }) {
  const { t } = useTranslation('redemption')
  const state = stateOfCode(code)
  return <Status colour={STATE_COLOURS[state]}>{t(`status.${state}`)}</Status>
}

/** Shows the code. */
export function CodeCell({ code: { id, name, key } }: { code: Redemption }) {
  const { t } = useTranslation('redemption')
  const row = { name, id }
  const labels = { show: t('row.view', row), hide: t('row.hide', row), copy: t('row.copy', row) }
  return <SecretCell secret={key} masked={maskedCode(key)} labels={labels} />
}

/** The user who redeemed the code; opens the user's details. */
export function RedeemerCell({ id }: { id: number }) {
  const { t } = useTranslation('redemption')
  const { t: common } = useTranslation()
  if (id === 0) return <span className="text-muted">{common('word.none')}</span>
  const open = () => void openOverlay<void>((close) => <UserDialog id={id} onClose={close} />)
  return (
    <span className="flex items-center gap-0.5">
      <button
        type="button"
        aria-label={t('row.redeemer', { id })}
        className="min-h-6 min-w-6 text-start text-primary tabular-nums hover:underline"
        onClick={open}
      >
        {id}
      </button>
      <CopyButton label={t('row.copyRedeemer', { id })} text={String(id)} shown={String(id)} />
    </span>
  )
}
