import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '#web/lib/language.ts'
import { useStored } from '#web/lib/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { switchLanguage } from './switch-language.ts'

/** Switches to the other language; labelled in that language too, for users who cannot read the current one. */
export function LanguageButton() {
  const { t } = useTranslation('shell')
  const other = useStored('language') === 'zh' ? 'en' : 'zh'
  const label = t('language.to', { name: LANGUAGES[other] })
  return (
    <Button
      variant="ghost"
      className="min-w-control px-2!"
      aria-label={label}
      {...tip(label)}
      onClick={() => switchLanguage(other)}
    >
      <span lang={other === 'en' ? 'en' : 'zh-CN'}>{other === 'en' ? 'EN' : '中'}</span>
    </Button>
  )
}
