import { useTranslation } from 'react-i18next'
import { PersonalSettings } from './personal-settings.tsx'

/** The page of settings. */
export function SettingsPage() {
  const { t } = useTranslation('personal')
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-3 px-4 pt-3 max-sm:px-3">
      <h1 className="text-title">{t('title')}</h1>
      <PersonalSettings />
    </div>
  )
}
