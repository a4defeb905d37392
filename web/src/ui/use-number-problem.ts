import { useTranslation } from 'react-i18next'
import type { Bounds } from './number-text.ts'

interface Rules extends Bounds {
  whole?: boolean
}

/** Returns the error text of a number field's value outside of a form; "" for a valid or empty value. */
export function useNumberProblem(value: number | null, { min, max, whole }: Rules): string {
  const { t } = useTranslation()
  if (value === null) return ''
  if (Number.isNaN(value)) return t(whole ? 'number.whole' : 'number.unreadable')
  if (min !== undefined && value < min) return t('number.tooSmall', { min })
  if (max !== undefined && value > max) return t('number.tooLarge', { max })
  return whole && !Number.isInteger(value) ? t('number.whole') : ''
}
