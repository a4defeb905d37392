import { useTranslation } from 'react-i18next'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatRatio } from './prices.ts'
import type { Viewed } from './viewed.ts'

interface PriceBannerProps {
  view: Viewed
  loggedIn: boolean
  onBack: () => void
}

/** States which group's prices are shown. */
export function PriceBanner({ view, loggedIn, onBack }: PriceBannerProps) {
  const { t } = useTranslation('pricing')
  const { group, own } = view
  const ratio = formatRatio(view.groupRatio)
  const tone = !own ? 'info' : loggedIn ? 'success' : 'warning'
  const text = own
    ? t(loggedIn ? 'banner.own' : 'banner.visitor', { group, ratio })
    : t('banner.other', { group, ratio })
  return (
    <Banner
      tone={tone}
      role="status"
      className="shrink-0"
      action={
        !own && (
          <Button size="small" onClick={onBack}>
            {t('banner.back')}
          </Button>
        )
      }
    >
      {text}
      {view.userRatio !== 1 && t('banner.userRatio', { ratio: formatRatio(view.userRatio) })}
    </Banner>
  )
}
