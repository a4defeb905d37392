import Image from 'lucide-react/icons/image'
import { useTranslation } from 'react-i18next'
import type { Drawing } from '#contract/api/tasks.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/tag.tsx'
import type { TagColour } from '#web/ui/tag-colour.ts'
import { tipIfCut } from '#web/ui/tooltip.tsx'
import { ACTION_COLOURS, CODE_COLOURS, isKnown, STATUS_COLOURS } from './drawing-marks.ts'

/** Shows the action of the task. */
export function ActionTag({ action }: Pick<Drawing, 'action'>) {
  const { t } = useTranslation('drawing')
  if (!isKnown(ACTION_COLOURS, action)) return <Unknown said={action} />
  return <Named colour={ACTION_COLOURS[action]} text={t(`action.${action}`)} />
}

function Named({ colour, text }: { colour: TagColour; text: string }) {
  return (
    <Tag colour={colour}>
      <span className="truncate" {...tipIfCut(text)}>
        {text}
      </span>
    </Tag>
  )
}

/** Shows the drawing service's return code for the request. */
export function CodeTag({ code }: Pick<Drawing, 'code'>) {
  const { t } = useTranslation('drawing')
  if (!isKnown(CODE_COLOURS, code)) return <Unknown said={String(code)} />
  return <Named colour={CODE_COLOURS[code]} text={t(`code.${code}`)} />
}

/** Shows the status of the task. */
export function StatusTag({ status }: Pick<Drawing, 'status'>) {
  const { t } = useTranslation('drawing')
  if (!isKnown(STATUS_COLOURS, status)) return <Unknown said={status} />
  return <Tag colour={STATUS_COLOURS[status]}>{t(`status.${status}`)}</Tag>
}

function Unknown({ said }: { said: string }) {
  const { t } = useTranslation()
  return (
    <Tag colour="grey" tooltip={said || undefined}>
      {t('word.unknown')}
    </Tag>
  )
}

/** Button that opens the picture, when there is one. */
export function PictureCell({ drawing, onOpen }: { drawing: Drawing; onOpen: () => void }) {
  const { t } = useTranslation('drawing')
  if (!drawing.image_url) return <span className="text-muted">{t('picture.none')}</span>
  return (
    <Button
      size="small"
      icon={<Image size={14} aria-hidden />}
      aria-label={t('picture.viewOf', { id: drawing.mj_id || drawing.id })}
      onClick={onOpen}
    >
      {t('picture.view')}
    </Button>
  )
}
