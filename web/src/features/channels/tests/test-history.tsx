import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { formatDuration, formatTime } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

interface TestHistoryProps {
  channel: Channel
  onClose: () => void
}

/** Lists the recent tests of a channel, newest first. */
export default function TestHistory({ channel, onClose }: TestHistoryProps) {
  const { t } = useTranslation('channels')
  return (
    <Dialog width="wide" reading title={t('history.title', { name: channel.name })} onClose={onClose}>
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="divide-y divide-line focus-visible:outline-offset-0"
      >
        {channel.recent_tests.toReversed().map(({ time, ok, ms, model, error }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that stays as it is
          <li key={index} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5 tabular-nums">
            {ok ? (
              <Check size={15} className="text-success" role="img" aria-label={t('history.ok')} />
            ) : (
              <X size={15} className="text-danger" role="img" aria-label={t('history.bad')} />
            )}
            <span className="text-muted">{formatTime(time)}</span>
            <span className="min-w-0 flex-1 basis-32 break-words max-sm:order-1 max-sm:basis-full max-sm:ps-7">
              {model}
            </span>
            <span className="max-sm:ms-auto">{formatDuration(ms)}</span>
            {error && <span className="order-2 basis-full ps-7 text-small break-words text-danger">{error}</span>}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
