import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { buttonClass } from '#web/ui/button.tsx'

interface OpenSettingProps {
  option: OptionKey
  /** Closes what is open over the page. */
  onLeave?: () => void
}

/** For root: a button that opens exactly this setting. Others see nothing: they cannot change it. */
export function OpenSetting({ option, onLeave }: OpenSettingProps) {
  const { t } = useTranslation()
  if (!allows('root', useUser())) return null
  return (
    <Link
      to="/setting"
      search={{ tab: 'operation', q: option }}
      onClick={onLeave}
      className={buttonClass('default', 'small', 'shrink-0')}
    >
      {t('action.openSetting')}
    </Link>
  )
}
