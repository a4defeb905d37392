import { useTranslation } from 'react-i18next'

/** Replaces a failed page when the detailed error page cannot be loaded either. */
export function BareError() {
  const { t } = useTranslation('shell')
  return (
    <p role="alert" className="flex flex-wrap justify-center gap-x-2 px-4 py-12">
      {t('failure.title')}
      <button type="button" className="text-primary underline" onClick={() => location.reload()}>
        {t('failure.reload')}
      </button>
    </p>
  )
}
