import { Link } from '@tanstack/react-router'
import Image from 'lucide-react/icons/image'
import { useTranslation } from 'react-i18next'
import type { Drawing } from '#contract/api/tasks.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Kind, Status } from '#web/ui/status.tsx'
import { opening } from '#web/ui/table/cells.tsx'
import type { TagColour } from '#web/ui/tag-colour.ts'
import { tipIfCut } from '#web/ui/tooltip.tsx'
import { ACTION_COLOURS, CODE_COLOURS, isKnown, STATUS_COLOURS } from './drawing-marks.ts'

/** Shows the action of the task. */
export function ActionTag({ action }: Pick<Drawing, 'action'>) {
  const { t } = useTranslation('drawing')
  if (!isKnown(ACTION_COLOURS, action)) return <Unknown said={action} />
  return <Named as={Kind} colour={ACTION_COLOURS[action]} text={t(`action.${action}`)} />
}

function Named({ as: Look, colour, text }: { as: typeof Status; colour: TagColour; text: string }) {
  return (
    <Look colour={colour}>
      <span {...tipIfCut(text)}>{text}</span>
    </Look>
  )
}

/** Shows the drawing service's return code for the request. */
export function CodeTag({ code }: Pick<Drawing, 'code'>) {
  const { t } = useTranslation('drawing')
  if (!isKnown(CODE_COLOURS, code)) return <Unknown said={String(code)} />
  return <Named as={Status} colour={CODE_COLOURS[code]} text={t(`code.${code}`)} />
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
  if (!image_url) return <span className="text-muted">{t('picture.none')}</span>
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
