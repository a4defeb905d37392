import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Action, useActions } from '#web/lib/keys/hotkeys.ts'
import { toast } from '../../toast/toast.tsx'
import type { IdOf, SelectionApi } from './selection.ts'

/** A list's own key for the focused row. */
export interface RowKey<Row> {
  id: string
  keys: string
  /** Already translated; verb + object. */
  label: string
  run: (row: Row) => void
}

interface RowKeys<Row> {
  list: RefObject<HTMLElement | null>
  rows: readonly Row[]
  idOf: IdOf<Row>
  selection?: SelectionApi<Row>
  onCreate?: () => void
  onEdit?: (row: Row) => void
  onCopy?: (row: Row) => void
  rowKeys?: readonly RowKey<Row>[]
  onRefresh: () => void
  /** Fetches all matching rows, to select all of them. */
  loadAll?: () => Promise<readonly Row[]>
}

/**
 * The keys of a list. They act on the row that has the focus, or had it last. Returns the handler of the arrow
 * keys, which apply only while a row itself has the focus.
 */
export function useRowKeys<Row>(options: RowKeys<Row>) {
  const { list, rows, idOf, selection, onCreate, onEdit, onCopy, rowKeys = [], onRefresh, loadAll } = options
  const { t } = useTranslation('table')
  const last = useRef<string>(undefined)

  const elements = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const activeId = () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row ?? last.current
  const move = (by: 1 | -1) => {
    const all = elements()
    const now = all.findIndex((element) => element.dataset.row === activeId())
    const next = all[now < 0 ? 0 : Math.min(all.length - 1, Math.max(0, now + by))]
    next?.focus()
    last.current = next?.dataset.row
  }
  const onActive = (act: (row: Row) => void) => () => {
    const row = rows.find((each) => String(idOf(each)) === activeId())
    if (row) act(row)
  }

  const keys: (Action | false | undefined)[] = [
    { id: 'list.search', keys: '/', label: t('keys.search'), keysOnly: true, run: () => focusSearch(list.current) },
    { id: 'list.filter', keys: 'f', label: t('keys.filter'), keysOnly: true, run: () => focusFilter(list.current) },
    { id: 'list.down', keys: 'j', label: t('keys.down'), keysOnly: true, run: () => move(1) },
    { id: 'list.up', keys: 'k', label: t('keys.up'), keysOnly: true, run: () => move(-1) },
    { id: 'list.refresh', keys: 'r', label: t('refresh'), run: onRefresh },
    onCreate && { id: 'list.create', keys: 'c', label: t('keys.create'), run: onCreate },
    onEdit && { id: 'list.edit', keys: 'e', label: t('keys.edit'), keysOnly: true, run: onActive(onEdit) },
    onCopy && { id: 'list.copy', keys: '.', label: t('keys.copyId'), keysOnly: true, run: onActive(onCopy) },
    ...rowKeys.map(({ id, keys, label, run }) => ({ id, keys, label, keysOnly: true, run: onActive(run) })),
    selection && {
      id: 'list.select',
      keys: 'x',
      label: t('keys.select'),
      keysOnly: true,
      run: onActive(selection.toggle),
    },
    selection && {
      id: 'list.range',
      keys: 'shift+x',
      label: t('keys.range'),
      keysOnly: true,
      run: onActive(selection.extendTo),
    },
    selection && {
      id: 'list.page',
      keys: 'mod+a',
      label: t('select.page'),
      keysOnly: true,
      // Once the page is selected, the same keys select all matching rows.
      run: () =>
        selection.coverage === 'all' && loadAll
          ? void loadAll().then(selection.add, (error: Error) => toast.error(error.message))
          : selection.setPage(true),
    },
    Boolean(selection?.rows.length) && {
      id: 'list.clear',
      keys: 'escape',
      label: t('keys.clear'),
      keysOnly: true,
      run: () => selection?.clear(),
    },
  ]
  useActions(keys.filter((key) => !!key))

  return (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).hasAttribute('data-row')) return
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    move(event.key === 'ArrowDown' ? 1 : -1)
  }
}

/** The first select filter, or else the search field. */
function focusFilter(list: HTMLElement | null) {
  const filter = list?.querySelector<HTMLElement>('[data-filters] :is(select, button)')
  if (filter) filter.focus()
  else focusSearch(list)
}

function focusSearch(list: HTMLElement | null) {
  const field = list?.querySelector<HTMLInputElement>('input[type=search]')
  field?.focus()
  field?.select()
}
