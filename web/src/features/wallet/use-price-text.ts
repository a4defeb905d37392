import { useTranslation } from 'react-i18next'
import { fixed } from '#web/lib/format.ts'

/** Returns a formatter for gateway prices, localised. */
export function usePriceText() {
  const { t } = useTranslation('wallet')
  return ({ money, currency }: { money: number; currency: string }) =>
    currency === 'CNY' ? t('topup.yuan', { money: fixed(money, 2) }) : `${fixed(money, 2)} ${currency}`
}
