import { Link } from '@tanstack/react-router'
import Image from 'lucide-react/icons/image'
import { useTranslation } from 'react-i18next'
import type { Drawing } from '#contract/api/tasks.ts'
import { DASH } from '#web/lib/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Status } from '#web/ui/status.tsx'
import { EndCut, opening } from '#web/ui/table/cells.tsx'
import { tipIfCut } from '#web/ui/tooltip.tsx'
import { ACTIONS, CODE_COLOURS, isKnown, STATUS_COLOURS } from './drawing-marks.ts'

/** Shows the action of the task. */
export function ActionTag({ action }: Pick<Drawing, 'action'>) {
  const { t } = useTranslation('drawing')
  const known = ACTIONS.find((one) => one === action)
  return known ? <EndCut text={t(`action.${known}`)} /> : <Unknown said={action} />
}

/** Shows the drawing service's return code for the request. */
export function CodeTag({ code }: Pick<Drawing, 'code'>) {
  const { t } = useTranslation('drawing')
  if (!isKnown(CODE_COLOURS, code)) return <Unknown said={String(code)} />
  const text = t(`code.${code}`)
  return (
    <Status colour={CODE_COLOURS[code]}>
      <span {...tipIfCut(text)}>{text}</span>
    </Status>
  )
}

/** Shows the status of the task. */
export function StatusTag({ status }: Pick<Drawing, 'status'>) {
  const { t } = useTranslation('drawing')
  if (!isKnown(STATUS_COLOURS, status)) return <Unknown said={status} />
  return <Status colour={STATUS_COLOURS[status]}>{t(`status.${status}`)}</Status>
}

function Unknown({ said }: { said: string }) {
  const { t } = useTranslation()
  return (
    <Status colour="grey" tooltip={said || undefined}>
      {t('word.unknown')}
    </Status>
  )
}

/** Opens the picture, when there is one. */
export function PictureCell({ drawing: { id, mj_id, image_url } }: { drawing: Drawing }) {
  const { t } = useTranslation('drawing')
  if (!image_url) return <span className="text-muted">{DASH}</span>
  return (
    <Link
      to="."
      search={opening(id)}
      resetScroll={false}
      className={buttonClass('ghost', 'small', '-ms-2 text-primary')}
      aria-label={t('picture.viewOf', { id: mj_id || id })}
    >
      <Image size={14} aria-hidden />
      {t('picture.view')}
    </Link>
  )
}
