import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useTranslation } from 'react-i18next'
import { setStored, useStored } from '#web/lib/storage.ts'
import { isDark } from '#web/lib/theme.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Switches between light and dark; the system theme is in the palette and the user menu. */
export function ThemeButton() {
  const { t } = useTranslation('shell')
  useStored('theme-mode')
  const dark = isDark()
  return (
    <IconButton
      label={dark ? t('theme.toLight') : t('theme.toDark')}
      icon={dark ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
      onClick={() => setStored('theme-mode', dark ? 'light' : 'dark')}
    />
  )
}
