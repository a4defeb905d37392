import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, Suspense, useState } from 'react'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { ChipsInput, type ChipsProps } from './chips-input.tsx'
import { type Option, optionLabel } from './combobox-option.ts'
import { splitNames } from './split-names.ts'
import { useHandOver } from './use-keep-focus.ts'

const ChipsCombobox = lazyPart(() => import('./chips-combobox.tsx'))

type InputProps = Pick<ComponentProps<'input'>, 'onBlur' | `aria-${'label' | 'describedby' | 'invalid'}`>

interface Props extends InputProps {
  id: string
  options: readonly Option[]
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Accepts names that are not options: typed with Enter or a comma, or pasted. */
  creatable?: boolean
  placeholder?: string
  disabled?: boolean
  className?: string
}

/**
 * A multi-select with chips. A pasted list (commas or lines) selects all its known names at once. A plain input is
 * shown until the large combobox code has loaded; the typed text is kept.
 */
export function MultiCombobox({
  options,
  value,
  onChange,
  creatable,
  placeholder,
  disabled,
  className,
  ...rest
}: Props) {
  const [typed, setTyped] = useState('')
  const known = new Map(options.map((option) => [option.value, option]))
  const chosen = value.map((name) => known.get(name) ?? { value: name })

  const add = (text: string) => {
    const names = splitNames(text).filter((name) => creatable || known.has(name))
    if (names.length) onChange([...new Set([...value, ...names])])
    return names.length > 0
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (/[,，\n]/.test(text) && add(text)) event.preventDefault()
  }
  // A prefix of a known name may be still incomplete; a highlighted option takes precedence over the typed text.
  const isWhole = (name: string) => known.has(name) || !options.some((option) => optionLabel(option).includes(name))
  const onKeyDown = (event: KeyboardEvent) => {
    const name = typed.trim()
    if (event.nativeEvent.isComposing || !name) return
    const marked = event.currentTarget.hasAttribute('aria-activedescendant')
    const goesOn = event.key === 'Enter' || event.key === 'Tab'
    if (event.key !== ',' && !(goesOn && !marked && isWhole(name))) return
    if (!add(typed)) return
    if (event.key !== 'Tab') event.preventDefault()
    setTyped('')
  }
  const parts: ChipsProps = {
    ...{ options, chosen, typed, disabled, className },
    onType: setTyped,
    onChoose: (next) => onChange(next.map((option) => option.value)),
    marksFirst: !creatable,
    input: { ...rest, onPaste, onKeyDown, placeholder: chosen.length ? undefined : placeholder },
  }
  return (
    <Suspense fallback={<StandIn {...parts} />}>
      <ChipsCombobox {...parts} />
    </Suspense>
  )
}

/** The input without a list. Its focus is passed to the control that replaces it. */
function StandIn(parts: ChipsProps) {
  useHandOver(parts.input.id)
  return <ChipsInput {...parts} />
}
