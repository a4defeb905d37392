import { useTranslation } from 'react-i18next'
import { openChangePassword } from '#web/features/session/open-change-password.tsx'
import { useStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** Shown until root's default password is changed. */
export function PasswordWarning() {
  const { t } = useTranslation('shell')
  if (!useStored('default-password')) return null
  return (
    <Banner
      tone="danger"
      role="alert"
      className="mx-4 mt-3 max-sm:mx-3"
      action={
        <Button size="small" onClick={openChangePassword}>
          {t('password.change')}
        </Button>
      }
    >
      <strong>{t('password.defaultTitle')}</strong> {t('password.defaultHint')}
    </Banner>
  )
}
