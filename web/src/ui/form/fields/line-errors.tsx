import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { lineRange } from './lines.ts'

interface LineErrorsProps {
  area: RefObject<HTMLTextAreaElement | null>
  /** One-based. */
  lines: readonly number[]
  text: string
}

/** Lists the invalid lines; its button selects the first one. */
export function LineErrors({ area, lines, text }: LineErrorsProps) {
  const { t } = useTranslation('form')
  const first = lines[0]
  if (first === undefined) return null
  const go = () => {
    const element = area.current
    element?.focus()
    element?.setSelectionRange(...lineRange(element.value, first))
  }
  return (
    <>
      {text}{' '}
      <button type="button" className="min-h-6 underline" onClick={go}>
        {t('lines.go', { line: first })}
      </button>
    </>
  )
}
