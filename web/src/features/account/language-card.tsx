import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { switchLanguage } from '#web/features/preferences/switch-language.ts'
import { LANGUAGE_OPTIONS } from '#web/lib/language.ts'
import { useStored } from '#web/lib/storage.ts'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/choice/select.tsx'

/** The language of the console and of mails. */
export function LanguageCard() {
  const { t } = useTranslation('personal')
  const id = useId()
  return (
    <Card title={t('language.title')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <label htmlFor={id} className="min-w-0 flex-1 basis-40 text-muted text-small">
          {t('language.hint')}
        </label>
        <Select
          id={id}
          className="w-auto"
          value={useStored('language')}
          options={LANGUAGE_OPTIONS}
          onChange={(language) => void switchLanguage(language)}
        />
      </div>
    </Card>
  )
}
