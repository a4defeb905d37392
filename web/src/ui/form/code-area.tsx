import type { ComponentProps, Ref, RefObject } from 'react'
import { Textarea } from '../textarea.tsx'

interface CodeAreaProps extends Omit<ComponentProps<typeof Textarea>, 'ref' | 'code'> {
  /** Filled for `LineErrors`, which leads to a line. */
  area: RefObject<HTMLTextAreaElement | null>
  ref: Ref<HTMLTextAreaElement> & ((element: HTMLTextAreaElement | null) => void)
}

/** The text of a field in which single lines can be wrong. */
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
