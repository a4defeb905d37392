import ArrowUp from 'lucide-react/icons/arrow-up'
import { useTranslation } from 'react-i18next'
import { useActions } from '#web/lib/keys/hotkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import type { Live } from './use-live.ts'

/** Turns live mode on and off and shows the number of pending rows. */
export function LiveSwitch({ live }: { live: Live }) {
  const { t } = useTranslation('logs')
  useActions([{ id: 'logs.live', keys: 'l', label: t('live.toggle'), run: live.toggle }])
  return (
    <span className="flex items-center gap-2 pe-1">
      {live.waiting > 0 && (
        <Button
          size="small"
          variant="primary"
          icon={<ArrowUp size={14} aria-hidden />}
          className="fixed bottom-20 left-1/2 z-30 -translate-x-1/2 rounded-full! shadow-float"
          onClick={live.show}
        >
          {t('live.waiting', { count: live.waiting })}
        </Button>
      )}
      <span className="inline-flex" {...tip(`${t('live.hint')} (L)`)}>
        <Switch label={t(live.paused ? 'live.paused' : 'live.label')} checked={live.wanted} onChange={live.toggle} />
      </span>
    </span>
  )
}
