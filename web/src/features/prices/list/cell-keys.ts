import type { KeyboardEvent } from 'react'

const CELLS = 'input[data-cell]'

/**
 * Moves between the cells of the table: Enter goes to the next price that is still missing, and so does Tab behind the
 * output price of an unpriced model; arrows go up and down in a column. Enter does not leave a cell that is wrong.
 */
export function onCellKey(event: KeyboardEvent<HTMLElement>, onDone: () => void): void {
  const { target: from, key, shiftKey, nativeEvent } = event
  if (!(from instanceof HTMLInputElement) || !from.matches(CELLS) || nativeEvent.isComposing) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const cells = [...event.currentTarget.querySelectorAll<HTMLInputElement>(CELLS)]
  const go = (to: HTMLInputElement | undefined) => {
    if (!to) return
    event.preventDefault()
    to.focus()
    to.scrollIntoView({ block: 'nearest' })
  }
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const column = cells.filter(({ dataset }) => dataset.cell === from.dataset.cell)
    go(column[column.indexOf(from) + (key === 'ArrowDown' ? 1 : -1)])
    return
  }
  const isEnter = key === 'Enter' && !shiftKey
  const isTab = key === 'Tab' && !shiftKey && from.dataset.cell === 'output' && isUnpriced(from)
  if (!isEnter && !isTab) return
  if (isEnter) event.preventDefault()
  if (from.getAttribute('aria-invalid') === 'true') return
  const at = cells.indexOf(from)
  const next = [...cells.slice(at + 1), ...cells.slice(0, at)].find(isMissing)
  if (next) go(next)
  else if (isEnter) onDone()
}

const isUnpriced = (cell: HTMLElement) => cell.closest('[data-unpriced]') !== null

/** Whether a cell of an unpriced model still lacks its price: input and output, unless it has a price per call. */
function isMissing(cell: HTMLInputElement): boolean {
  if (cell.value !== '' || !isUnpriced(cell)) return false
  if (cell.dataset.cell !== 'input' && cell.dataset.cell !== 'output') return false
  return cell.closest('[data-unpriced]')?.querySelector<HTMLInputElement>('[data-cell=perCall]')?.value === ''
}
