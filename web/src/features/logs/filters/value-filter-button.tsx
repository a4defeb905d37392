import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { APPLE } from '#web/lib/keys/hotkeys.ts'
import { tip } from '#web/ui/tooltip.tsx'
import type { LogFilters, LogSearch } from '../rows/log-search.ts'
import { type Change, except, type Field, only, type Value } from './value-filters.ts'

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

/**
 * Filters for the rows with a value, or excludes them, and returns to the first page. `chosen` replaces the
 * including filter.
 */
function useValueFilter() {
  const navigate = useNavigate()
  return useCallback(
    (field: Field, value: Value, excluded: boolean, chosen: Change = only(field, value)) =>
      void navigate({
        from: '/log',
        to: '/log',
        search: ({ p: _page, row: _row, ...search }: LogSearch) => ({
          ...search,
          ...(excluded ? except(search as LogFilters, field, value) : chosen),
        }),
        resetScroll: false,
      }),
    [navigate],
  )
}
