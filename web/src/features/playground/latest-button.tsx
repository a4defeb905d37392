import ArrowDown from 'lucide-react/icons/arrow-down'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'

/** Scrolls to the end of the conversation. */
export function LatestButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('playground')
  return (
    <Button
      size="small"
      icon={<ArrowDown size={14} aria-hidden />}
      className="absolute -top-8 left-1/2 -translate-x-1/2 rounded-full! bg-overlay! shadow-float"
      onClick={onClick}
    >
      {t('latest')}
    </Button>
  )
}
