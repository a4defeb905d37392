import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { APPLE } from '#web/lib/keys/hotkeys.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { useValueFilter } from './use-value-filter.ts'
import type { Change, Field, Value } from './value-filters.ts'

interface NarrowingProps {
  field: Field
  value: Value
  /** The filters for its rows, where the value itself is ambiguous. */
  chosen?: Change
  children: ReactNode
}

/** A value that filters for its rows when pressed, or excludes them with Alt. */
export function ValueFilterButton({ field, value, chosen, name, children }: NarrowingProps & { name: string }) {
  const { t } = useTranslation('logs')
  const narrow = useValueFilter()
  return (
    <button
      type="button"
      aria-label={t('narrow.only', { name })}
      {...tip(`${t('narrow.only', { name })} · ${t('narrow.alt')}`)}
      className="flex min-h-6 max-w-full items-center hover:underline"
      onClick={(event) => narrow(field, value, event.altKey, chosen)}
    >
      {children}
    </button>
  )
}

/**
 * Adds filtering to a value whose plain press does something else: with Ctrl (⌘) only its rows, with Alt all
 * others. Keyboard users filter through the details of a row or the list of values.
 */
export function ValueFilterModifier({ field, value, chosen, children }: NarrowingProps) {
  const narrow = useValueFilter()
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

/** Returns the tooltip text that explains `ValueFilterModifier`. */
export function useValueFilterHint() {
  const { t } = useTranslation('logs')
  return t('narrow.hint', { key: APPLE ? '⌘' : 'Ctrl' })
}
