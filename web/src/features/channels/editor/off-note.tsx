import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { formatTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { stateOf } from '../queries/channel-status.ts'
import { readDisabledNote } from '../tests/disabled-reason.ts'
import FalseAlarmDialog from './false-alarm-dialog.tsx'

const SECOND = 1000

/** Shows why the channel was disabled automatically, and what failed before, and takes a report that it was a mistake. */
export function OffNote({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels')
  const note = stateOf(channel.status) === 'autoDisabled' ? readDisabledNote(channel) : null
  if (!note) return null
  const { reason, at, samples } = note
  return (
    <Banner
      tone="warning"
      action={
        <Button
          size="small"
          onClick={() =>
            void openOverlay((close) => (
              <FalseAlarmDialog channel={channel} note={note} onClose={() => close(undefined)} />
            ))
          }
        >
          {t('falseAlarm.open')}
        </Button>
      }
    >
      <p>{t('form.off', { reason, time: formatTime(at) })}</p>
      {samples.length > 0 && (
        <details className="mt-1 text-small">
          <summary className="w-fit cursor-pointer">{t('falseAlarm.samples', { count: samples.length })}</summary>
          <ul className="mt-1 flex flex-col gap-1">
            {samples.map((sample) => (
              <li key={`${sample.at} ${sample.request_id}`} className="break-words">
                <time className="tabular-nums">{formatTime(Math.floor(sample.at / SECOND))}</time> · {sample.model}
                {sample.status > 0 && ` · ${sample.status}`} · {sample.message}{' '}
                {sample.request_id && (
                  <Link
                    to="/log"
                    search={{ request_id: sample.request_id, range: 'all' }}
                    className="text-primary underline"
                  >
                    {t('falseAlarm.call')}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Banner>
  )
}
