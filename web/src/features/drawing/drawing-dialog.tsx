import Download from 'lucide-react/icons/download'
import ExternalLink from 'lucide-react/icons/external-link'
import { useTranslation } from 'react-i18next'
import type { Drawing } from '#contract/api/tasks.ts'
import { durationOf } from '#web/features/tasks/duration.ts'
import { Facts, LongText } from '#web/features/tasks/facts.tsx'
import { RowLinks } from '#web/features/tasks/row-links.tsx'
import { Steps } from '#web/features/tasks/steps.tsx'
import { DurationTag, ProgressBar } from '#web/features/tasks/task-parts.tsx'
import type { OpenRow } from '#web/features/tasks/use-open-row.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Time } from '#web/ui/time.tsx'
import { ActionTag, CodeTag, StatusTag } from './cells.tsx'
import { hasEnded, hasFailed } from './drawing-marks.ts'
import { Picture } from './picture.tsx'
import { type PictureAddress, pictureAddress, pictureFile } from './picture-address.ts'

interface DrawingDialogProps extends OpenRow<Drawing> {
  admin: boolean
  onStep: (row: Drawing) => void
  onClose: () => void
}

/** Shows a drawing task: picture, prompt, and the reason of a failure. */
export default function DrawingDialog({ row, previous, next, admin, onStep, onClose }: DrawingDialogProps) {
  const { t } = useTranslation('drawing')
  const address = pictureAddress(row.image_url, location.href)
  return (
    <Dialog
      width="wide"
      reading
      returnFocus={() => document.querySelector<HTMLElement>(`[data-row="${row.id}"]`)}
      title={t('dialog.title', { id: row.mj_id || row.id })}
      onClose={onClose}
      footer={
        <>
          <PictureLink address={address} id={row.id} />
          <Steps previous={previous} next={next} onStep={onStep} />
        </>
      }
    >
      <div key={row.id} className="flex flex-col gap-3">
        {row.fail_reason && (
          <Banner tone="danger">
            <strong>{t('column.fail_reason')}</strong>
            <p className="break-words whitespace-pre-wrap">{row.fail_reason}</p>
          </Banner>
        )}
        <Picture address={address} alt={row.prompt || row.prompt_en || t('picture.alt')} ended={hasEnded(row)} />
        <LongText title={t('column.prompt')} text={row.prompt} copyLabel={t('copyPrompt')} />
        <LongText title={t('column.prompt_en')} text={row.prompt_en} copyLabel={t('copyPromptEn')} />
        <LongText title={t('dialog.description')} text={row.description} copyLabel={t('copyDescription')} />
        <TaskFacts drawing={row} admin={admin} />
        {admin && <RowLinks list="/midjourney" row={row} />}
      </div>
    </Dialog>
  )
}

function TaskFacts({ drawing, admin }: { drawing: Drawing; admin: boolean }) {
  const { t } = useTranslation('drawing')
  const { mj_id, submit_time, finish_time, channel_id, user_id } = drawing
  return (
    <Facts
      facts={[
        { name: t('column.action'), value: <ActionTag {...drawing} /> },
        { name: t('column.status'), value: <StatusTag {...drawing} /> },
        { name: t('column.progress'), value: <ProgressBar progress={drawing.progress} failed={hasFailed(drawing)} /> },
        { name: t('column.submit_time'), value: <Time at={Math.floor(submit_time / 1000)} exact /> },
        { name: t('dialog.finish_time'), value: <Time at={Math.floor(finish_time / 1000)} exact /> },
        { name: t('column.duration'), value: <DurationTag ms={durationOf(submit_time, finish_time)} /> },
        {
          name: t('column.mj_id'),
          value: mj_id && (
            <span className="flex items-center gap-1">
              <code lang="" className="min-w-0 break-all">
                {mj_id}
              </code>
              <CopyButton label={t('copyId', { id: mj_id })} text={mj_id} shown={mj_id} />
            </span>
          ),
        },
        { name: t('column.code'), value: admin && <CodeTag {...drawing} /> },
        { name: t('column.channel'), value: admin && channel_id > 0 && String(channel_id) },
        { name: t('dialog.user'), value: admin && user_id > 0 && String(user_id) },
      ]}
    />
  )
}

function PictureLink({ address, id }: { address: PictureAddress; id: number }) {
  const { t } = useTranslation('drawing')
  if (address.kind === 'web' || address.kind === 'plain') {
    return (
      <a
        href={address.url}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass('default', 'normal', 'me-auto')}
      >
        <ExternalLink size={16} aria-hidden />
        {t('picture.original')}
      </a>
    )
  }
  if (address.kind !== 'inline') return null
  return (
    <a
      href={address.url}
      download={pictureFile(id, address.url)}
      className={buttonClass('default', 'normal', 'me-auto')}
    >
      <Download size={16} aria-hidden />
      {t('picture.save')}
    </a>
  )
}
