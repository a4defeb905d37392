import type { ComponentProps } from 'react'
import { cx } from '#web/lib/cx.ts'

interface Props extends ComponentProps<'textarea'> {
  /** Monospaced, without spell checking: keys, JSON, address lists. */
  code?: boolean
}

/** A multi-line text field; grows with its content where the browser supports it. */
export function Textarea({ code, className, ...rest }: Props) {
  return (
    <textarea
      rows={3}
      {...rest}
      spellCheck={code ? false : rest.spellCheck}
      className={cx('field max-h-96 field-sizing-content resize-y py-1.5', code && 'font-mono text-small', className)}
    />
  )
}
