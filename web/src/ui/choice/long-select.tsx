import { type ComponentProps, type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import type SearchedList from './combobox.tsx'
import { Select } from './select.tsx'
import { useHandOver } from './use-keep-focus.ts'

const Combobox = lazyPart(() => import('./combobox.tsx'))

type Props = Pick<ComponentProps<typeof SearchedList>, 'value' | 'onChange' | 'id' | 'onBlur'> & {
  options: readonly { value: string; label: string; keywords?: string; icon?: ReactNode }[]
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean
}

/**
 * A single select with search for many options. A native select is shown until it has loaded; a list that was opened
 * in that time opens again when the searched one takes its place.
 */
export function LongSelect(props: Props) {
  const [isAskedFor, setAskedFor] = useState(false)
  return (
    <Suspense fallback={<StandIn {...props} onAsk={setAskedFor} />}>
      <Combobox {...props} defaultOpen={isAskedFor} />
    </Suspense>
  )
}

/**
 * The native select. Tells whether its list was wanted and nothing was chosen or left since. Its own list does not open
 * by the mouse: it would vanish with the select, and take the focus with it.
 */
function StandIn({ onAsk, onChange, onBlur, ...props }: Props & { onAsk: (isAskedFor: boolean) => void }) {
  useHandOver(props.id)
  const ask = (event: MouseEvent<HTMLSelectElement>) => {
    event.preventDefault()
    event.currentTarget.focus()
    onAsk(true)
  }
  const choose = (value: string) => {
    onAsk(false)
    onChange(value)
  }
  const leave = () => {
    onAsk(false)
    onBlur?.()
  }
  return <Select {...props} onMouseDown={ask} onChange={choose} onBlur={leave} />
}
