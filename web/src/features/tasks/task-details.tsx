import { Link } from '@tanstack/react-router'
import ExternalLink from 'lucide-react/icons/external-link'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drawing, Task } from '#contract/api/tasks.ts'
import { useIsAdmin } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { CodeBlock } from '#web/ui/scroll-region.tsx'
import { Time } from '#web/ui/time.tsx'
import { ActionTag, PlatformTag, StatusTag } from './cells.tsx'
import { type Clip, clipsOf } from './clips.ts'
import { taskDuration } from './columns.tsx'
import { LongText } from './long-text.tsx'
import { hasFailed } from './task-marks.ts'
import { DurationTag, ProgressCircle, TaskChannel, TaskUser } from './task-parts.tsx'

/** The details of a task: progress, results, and the row as JSON. */
export default function TaskDetails({ row }: { row: Task }) {
  const { t } = useTranslation('tasks')
  const admin = useIsAdmin()
  const json = JSON.stringify(row, null, 2)
  return (
    <TaskFrame list="/task" row={row}>
      <Facts
        facts={[
          { name: t('column.status'), value: <StatusTag task={row} /> },
          { name: t('column.action'), value: <ActionTag task={row} /> },
          { name: t('column.platform'), value: <PlatformTag {...row} /> },
          { name: t('column.submit_time'), value: <Time at={row.submit_time} exact /> },
          { name: t('column.finish_time'), value: <Time at={row.finish_time} exact /> },
          { name: t('column.duration'), value: <DurationTag ms={taskDuration(row)} /> },
          { name: t('column.progress'), value: <ProgressCircle progress={row.progress} failed={hasFailed(row)} /> },
          { name: t('column.channel'), value: admin && <TaskChannel {...row} /> },
          { name: t('dialog.user'), value: admin && <TaskUser id={row.user_id} name={row.username} /> },
        ]}
      />
      <ClipList clips={clipsOf(row.data)} />
      <section>
        <h2 className="flex items-center gap-1 text-small text-muted">
          {t('dialog.raw')}
          <CopyButton label={t('dialog.copyRaw')} text={json} shown={t('dialog.raw')} />
        </h2>
        <CodeBlock className="max-h-[45dvh]">{json}</CodeBlock>
      </section>
    </TaskFrame>
  )
}

interface TaskFrameProps {
  /** The list that contains the row. */
  list: '/midjourney' | '/task'
  row: Task | Drawing
  children: ReactNode
}

/** The reason of a failure, the details, and for administrators links to the task's channel and user. */
export function TaskFrame({ list, row, children }: TaskFrameProps) {
  const { t } = useTranslation('tasks')
  const admin = useIsAdmin()
  return (
    <>
      {row.fail_reason && (
        <Banner tone="danger">
          <strong>{t('column.fail_reason')}</strong>
          <p className="break-words whitespace-pre-wrap">{row.fail_reason}</p>
        </Banner>
      )}
      {children}
      {admin && <RowLinks list={list} row={row} />}
    </>
  )
}

function RowLinks({ list, row: { channel_id: channel, user_id: id } }: Pick<TaskFrameProps, 'list' | 'row'>) {
  const { t } = useTranslation('tasks')
  const look = buttonClass('default', 'small')
  return (
    <nav aria-label={t('links.label')} className="flex flex-wrap gap-2">
      {channel > 0 && (
        <>
          <Link
            from={list}
            to={list}
            search={({ p: _p, row: _row, ...search }) => ({ ...search, channel })}
            className={look}
          >
            {t('links.onlyChannel')}
          </Link>
          <Link to="/channel/$id" params={{ id: channel }} className={look}>
            {t('links.channel')}
          </Link>
        </>
      )}
      {id > 0 && (
        <Link to="/user/$id" params={{ id }} className={look}>
          {t('links.user')}
        </Link>
      )}
    </nav>
  )
}

/** The results of a task: audio players, video links, lyrics. */
function ClipList({ clips }: { clips: readonly Clip[] }) {
  const { t } = useTranslation('tasks')
  if (clips.length === 0) return null
  return (
    <section>
      <h2 className="mb-1 text-small text-muted">{t('clip.title')}</h2>
      <ul className="flex flex-col gap-2">
        {clips.map((clip, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result's pieces keep their places
          <li key={index} className="flex flex-col gap-2 surface p-3">
            <ClipView clip={clip} name={clip.title || t('clip.piece', { number: index + 1 })} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ClipView({ clip: { audio, video, text }, name }: { clip: Clip; name: string }) {
  const { t } = useTranslation('tasks')
  const [failed, setFailed] = useState(false)
  return (
    <>
      <p className="font-strong">{name}</p>
      {audio && !failed && (
        // biome-ignore lint/a11y/useMediaCaption: the lyrics, where there are any, stand below
        <audio
          controls
          preload="none"
          src={audio}
          aria-label={t('clip.play', { name })}
          className="w-full"
          onError={() => setFailed(true)}
        />
      )}
      {failed && (
        <p role="status" className="text-warning">
          {t('clip.failed')}
        </p>
      )}
      <p className="flex flex-wrap gap-2 empty:hidden">
        {audio && <Outside url={audio} text={t('clip.openAudio')} />}
        {video && <Outside url={video} text={t('clip.openVideo')} />}
      </p>
      <LongText title={t('clip.lyrics')} text={text} copyLabel={t('clip.copyLyrics', { name })} />
    </>
  )
}

function Outside({ url, text }: { url: string; text: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass('default', 'small')}>
      <ExternalLink size={14} aria-hidden />
      {text}
    </a>
  )
}
