import { useTranslation } from 'react-i18next'

/** Returns a formatter for gateway prices, localised. */
export function usePriceText() {
  const { t } = useTranslation('wallet')
  return ({ money, currency }: { money: number; currency: string }) =>
    currency === 'CNY' ? t('topup.yuan', { money: money.toFixed(2) }) : `${money.toFixed(2)} ${currency}`
}
