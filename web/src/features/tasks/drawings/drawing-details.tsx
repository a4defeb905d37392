import Download from 'lucide-react/icons/download'
import ExternalLink from 'lucide-react/icons/external-link'
import ImageIcon from 'lucide-react/icons/image'
import ImageOff from 'lucide-react/icons/image-off'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drawing } from '#contract/api/tasks.ts'
import { cx } from '#web/lib/cx.ts'
import { useIsAdmin } from '#web/lib/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'
import { durationOf } from '../duration.ts'
import { LongText } from '../long-text.tsx'
import { TaskFrame } from '../task-details.tsx'
import { DurationTag, ProgressBar, TaskChannel, TaskUser } from '../task-parts.tsx'
import { ActionTag, CodeTag, StatusTag } from './cells.tsx'
import { hasEnded, hasFailed } from './drawing-marks.ts'
import { type PictureAddress, pictureAddress, pictureFile } from './picture-address.ts'

/** Shows a drawing: picture, prompt, and the reason of a failure. */
export default function DrawingDetails({ row }: { row: Drawing }) {
  const { t } = useTranslation('drawing')
  const admin = useIsAdmin()
  const { mj_id, submit_time, finish_time } = row
  const address = pictureAddress(row.image_url, location.href)
  return (
    <TaskFrame list="/midjourney" row={row}>
      <Picture address={address} alt={row.prompt || row.prompt_en || t('picture.alt')} ended={hasEnded(row)} />
      <LongText title={t('column.prompt')} text={row.prompt} copyLabel={t('copyPrompt')} />
      <LongText title={t('column.prompt_en')} text={row.prompt_en} copyLabel={t('copyPromptEn')} />
      <LongText title={t('dialog.description')} text={row.description} copyLabel={t('copyDescription')} />
      <Facts
        facts={[
          { name: t('column.action'), value: <ActionTag {...row} /> },
          { name: t('column.status'), value: <StatusTag {...row} /> },
          { name: t('column.progress'), value: <ProgressBar progress={row.progress} failed={hasFailed(row)} /> },
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
          { name: t('column.code'), value: admin && <CodeTag {...row} /> },
          { name: t('column.channel'), value: admin && <TaskChannel {...row} /> },
          { name: t('dialog.user'), value: admin && <TaskUser id={row.user_id} name={row.username} /> },
        ]}
      />
    </TaskFrame>
  )
}

/** Leads to the picture, or saves one that is part of the row. */
export function PictureLink({ drawing: { image_url, id } }: { drawing: Drawing }) {
  const { t } = useTranslation('drawing')
  const address = pictureAddress(image_url, location.href)
  const look = buttonClass('default', 'normal', 'me-auto')
  if (address.kind === 'web' || address.kind === 'plain') {
    return (
      <a href={address.url} target="_blank" rel="noopener noreferrer" className={look}>
        <ExternalLink size={16} aria-hidden />
        {t('picture.original')}
      </a>
    )
  }
  if (address.kind !== 'inline') return null
  return (
    <a href={address.url} download={pictureFile(id, address.url)} className={look}>
      <Download size={16} aria-hidden />
      {t('picture.save')}
    </a>
  )
}

interface PictureProps {
  address: PictureAddress
  /** The picture's description. */
  alt: string
  /** The task has reached a final status. */
  ended: boolean
}

/**
 * Shows the result of a task: fitted into the dialog, at its own size when pressed, or a text when there is no
 * picture.
 */
function Picture({ address, alt, ended }: PictureProps) {
  const { t } = useTranslation('drawing')
  if (address.kind === 'none') {
    return <Placeholder icon={<ImageIcon {...ICON} />}>{t(ended ? 'picture.noneLeft' : 'picture.noneYet')}</Placeholder>
  }
  if (address.kind === 'strange') return <Placeholder icon={<ImageOff {...ICON} />}>{t('picture.strange')}</Placeholder>
  if (address.kind === 'plain') return <Placeholder icon={<ImageOff {...ICON} />}>{t('picture.plain')}</Placeholder>
  return <Loaded key={address.url} url={address.url} alt={alt} />
}

const ICON = { size: 28, 'aria-hidden': true } as const

function Loaded({ url, alt }: { url: string; alt: string }) {
  const { t } = useTranslation('drawing')
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const [large, setLarge] = useState(false)
  if (state === 'failed') {
    const retry = () => {
      setState('loading')
      setAttempt(attempt + 1)
    }
    return (
      <Placeholder
        icon={<ImageOff {...ICON} />}
        action={
          <Button size="small" onClick={retry}>
            {t('picture.retry')}
          </Button>
        }
      >
        {t('picture.failed')}
      </Placeholder>
    )
  }
  return (
    <div
      data-scrolls={large || undefined}
      className={cx('rounded-card bg-sunken', large && 'max-h-[70dvh] overflow-auto')}
    >
      {state === 'loading' && <Skeleton className="h-48 w-full" />}
      <button
        type="button"
        aria-pressed={large}
        aria-label={t(large ? 'picture.fit' : 'picture.enlarge')}
        className={cx(
          'min-w-full items-center justify-center',
          state === 'loading' ? 'hidden' : 'flex',
          large ? 'cursor-zoom-out!' : 'cursor-zoom-in!',
        )}
        onClick={() => setLarge(!large)}
      >
        <img
          key={attempt}
          src={url}
          alt={alt}
          referrerPolicy="no-referrer"
          className={large ? 'max-w-none' : 'max-h-[50dvh] max-w-full object-contain'}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      </button>
    </div>
  )
}

function Placeholder({ icon, action, children }: { icon: ReactNode; action?: ReactNode; children: string }) {
  return (
    <div
      role="status"
      className="flex min-h-36 flex-col items-center justify-center gap-2 rounded-card border border-dashed border-line bg-sunken p-4 text-center text-muted"
    >
      {icon}
      <p>{children}</p>
      {action}
    </div>
  )
}
