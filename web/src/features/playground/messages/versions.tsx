import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/ui/icon-button.tsx'

const QUIET = 'aria-disabled:border-transparent aria-disabled:bg-transparent aria-disabled:opacity-40'

interface VersionsProps {
  /** Ids of all versions, oldest first. */
  ids: readonly string[]
  shown: string
  disabledReason: string | false
  onShow: (id: string) => void
}

/** Navigates between the versions of a message. */
export function Versions({ ids, shown, disabledReason, onShow }: VersionsProps) {
  const { t } = useTranslation('playground')
  if (ids.length < 2) return null
  const at = ids.indexOf(shown)
  const step = (name: 'former' | 'next', by: 1 | -1) => {
    const id = ids[at + by]
    const Icon = by < 0 ? ChevronLeft : ChevronRight
    return (
      <IconButton
        size="small"
        label={t(`version.${name}`)}
        className={QUIET}
        icon={<Icon size={14} aria-hidden />}
        disabledReason={id === undefined ? t('version.none') : disabledReason}
        onClick={() => id !== undefined && onShow(id)}
      />
    )
  }
  return (
    <span className="flex items-center">
      {step('former', -1)}
      <span className="text-muted text-small tabular-nums">
        <span className="sr-only">{t('version.label')} </span>
        {at + 1}/{ids.length}
      </span>
      {step('next', 1)}
    </span>
  )
}
