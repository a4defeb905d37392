import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { APPLE } from '#web/lib/hotkeys.ts'
import { tip } from '#web/ui/tooltip.tsx'
import type { Change, Field, Value } from './narrow.ts'
import { useNarrow } from './use-narrow.ts'

interface NarrowingProps {
  field: Field
  value: Value
  /** The filters that show only its rows, where the value itself says too little. */
  chosen?: Change
  children: ReactNode
}

/** A value that shows only rows with it when it is pressed; all others with Alt. */
export function Narrowing({ field, value, name, children }: Omit<NarrowingProps, 'chosen'> & { name: string }) {
  const { t } = useTranslation('logs')
  const narrow = useNarrow()
  return (
    <button
      type="button"
      aria-label={t('narrow.only', { name })}
      {...tip(`${t('narrow.only', { name })} · ${t('narrow.alt')}`)}
      className="flex min-h-6 max-w-full items-center hover:underline"
      onClick={(event) => narrow(field, value, event.altKey)}
    >
      {children}
    </button>
  )
}

/**
 * The same beside what a plain press of the value does: with Ctrl (⌘) only such rows, with Alt all others. By keyboard,
 * the details of a row and the list of values do it.
 */
export function NarrowingToo({ field, value, chosen, children }: NarrowingProps) {
  const narrow = useNarrow()
  const press = (event: MouseEvent) => {
    if (!event.altKey && !(APPLE ? event.metaKey : event.ctrlKey)) return
    event.preventDefault()
    event.stopPropagation()
    narrow(field, value, event.altKey, chosen)
  }
  return (
    <span className="contents" onClickCapture={press}>
      {children}
    </span>
  )
}

/** Tells of `NarrowingToo` in a tooltip. */
export function useNarrowingHint() {
  const { t } = useTranslation('logs')
  return t('narrow.hint', { key: APPLE ? '⌘' : 'Ctrl' })
}
