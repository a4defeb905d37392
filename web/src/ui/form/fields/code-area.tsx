import type { ComponentProps, Ref, RefObject } from 'react'
import { Textarea } from '../../textarea.tsx'

interface CodeAreaProps extends Omit<ComponentProps<typeof Textarea>, 'ref' | 'code'> {
  /** Set for `LineErrors`, which selects a line. */
  area: RefObject<HTMLTextAreaElement | null>
  ref: Ref<HTMLTextAreaElement> & ((element: HTMLTextAreaElement | null) => void)
}

/** The textarea of a field with errors by line. */
export function CodeArea({ area, ref, ...rest }: CodeAreaProps) {
  return (
    <Textarea
      {...rest}
      code
      ref={(element) => {
        area.current = element
        ref(element)
      }}
    />
  )
}
