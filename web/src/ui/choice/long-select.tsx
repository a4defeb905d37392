import { type ComponentProps, type ReactNode, Suspense } from 'react'
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

/** A single select with search for many options. A native select is shown until it has loaded. */
export function LongSelect(props: Props) {
  return (
    <Suspense fallback={<StandIn {...props} />}>
      <Combobox {...props} />
    </Suspense>
  )
}

function StandIn(props: Props) {
  useHandOver(props.id)
  return <Select {...props} />
}
