import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { fullNumber } from '#web/lib/format.ts'
import { optionalPart } from '#web/lib/lazy/lazy-part.ts'
import { useFreezeOrder } from './frozen-order.ts'
import { readWhole } from './whole-number.ts'

const TooltipPopup = optionalPart(() => import('../../tooltip-popup.tsx'))

interface InlineNumberProps {
  value: number
  /** Rejects when the server refuses: the reason is shown at the field, and the typed text stays for correction. */
  onSave: (value: number) => Promise<unknown>
  /** Label with column and row: "Priority of main". */
  label: string
  /** The same for every row of the column: Enter moves to the next one. */
  column: string
  /** Lower numbers are raised to it before saving, as on the server. */
  min: number
  max?: number
}

/** From this number of characters on, the font is smaller, so that the whole number fits. */
const LONG_FROM = 7

/**
 * An inline editor of a whole number. Enter saves and moves down one row, Esc reverts, arrows step, blur saves. A
 * value that fails to save stays, with the reason. The list keeps its order meanwhile.
 */
export function InlineNumber(props: InlineNumberProps) {
  const { label, column, min } = props
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const { text, problem, saving, handlers } = useInlineNumber(props, input)
  return (
    <>
      <input
        ref={input}
        data-edit={column}
        aria-label={label}
        aria-busy={saving || undefined}
        aria-invalid={problem !== '' || undefined}
        aria-describedby={problem ? id : undefined}
        inputMode={min < 0 ? 'text' : 'numeric'}
        autoComplete="off"
        value={text}
        readOnly={saving}
        {...handlers}
        className={cx(
          // As wide as the cell including its padding, to fit as many digits as possible.
          '-mx-1.5 h-7 w-[calc(100%+0.75rem)] min-w-14 max-sm:mx-0 max-sm:w-full focus-visible:-outline-offset-2 rounded-control border border-transparent bg-transparent px-1.5 text-end tabular-nums in-[dl]:w-24 in-[dl]:text-start',
          'hover:border-control focus:border-primary focus:bg-raised max-sm:border-control aria-invalid:border-danger',
          text.length >= LONG_FROM && 'text-small',
          saving && 'text-muted',
        )}
      />
      {problem && (
        <>
          <span id={id} role="alert" className="sr-only">
            {problem}
          </span>
          <Suspense>
            <TooltipPopup anchor={input} text={problem} danger />
          </Suspense>
        </>
      )}
    </>
  )
}

/** The typed text, and what saves or reverts it. */
function useInlineNumber(props: InlineNumberProps, input: RefObject<HTMLInputElement | null>) {
  const { value, onSave, label, column, min, max = 1e9 } = props
  const { t } = useTranslation('table')
  const { freeze, saved } = useFreezeOrder()
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [saving, setSaving] = useState(false)
  const reverted = useRef(false)

  const next = typed === null || typed.trim() === '' ? value : readWhole(typed, min, max)
  const refuse = () => setProblem(t('inline.range', { min: fullNumber(min), max: fullNumber(max) }))
  const show = (text: string | null) => {
    setTyped(text)
    setProblem('')
  }

  async function save() {
    if (reverted.current || next === value) return show(null)
    if (next === null) return refuse()
    const before = fieldsOf(column).map((field) => (field === input.current ? value : Number(field.value)))
    setSaving(true)
    try {
      await onSave(next)
      show(null)
      saved(column, before)
    } catch (error) {
      setProblem(t('inline.refused', { field: label, message: error instanceof Error ? error.message : String(error) }))
    } finally {
      setSaving(false)
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (step) {
      event.preventDefault()
      show(String(Math.min(max, Math.max(min, (next ?? value) + step * (event.shiftKey ? 10 : 1)))))
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      // Moving the focus blurs the field, which would save it.
      reverted.current = true
      show(null)
      event.currentTarget.closest<HTMLElement>('[data-row]')?.focus()
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (next === null) refuse()
      else focusBelow(event.currentTarget, column)
    }
  }

  const handlers = {
    onFocus({ currentTarget }: FocusEvent<HTMLInputElement>) {
      freeze()
      reverted.current = false
      currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      currentTarget.select()
    },
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => show(target.value),
    onBlur: () => void save(),
    onKeyDown,
  }
  return { text: typed ?? String(value), problem, saving, handlers }
}

/** The fields of a column from top to bottom. */
const fieldsOf = (column: string) => [
  ...document.querySelectorAll<HTMLInputElement>(`[data-edit="${CSS.escape(column)}"]`),
]

/** Blur saves the field; in the last row the focus is just removed. */
function focusBelow(input: HTMLInputElement, column: string) {
  const all = fieldsOf(column)
  const next = all[all.indexOf(input) + 1]
  if (next) next.focus()
  else input.blur()
}
