import type { ClipboardEvent } from 'react'
import { KEY_PLACEHOLDER } from '#contract/snippets.ts'
import { maskedKey } from '#web/lib/api-key.ts'
import { CodeBlock } from '#web/ui/scroll-region.tsx'

interface Props {
  /** Writes the example with a key. */
  text: (key: string) => string
  /** With its prefix `sk-`; absent = the placeholder is shown. */
  apiKey?: string | undefined
  className?: string
}

/** An example call. The key is masked on the screen, and whole in what is copied from it. */
export function CodeWithKey({ text, apiKey, className }: Props) {
  const shown = apiKey ? maskedKey(apiKey.replace(/^sk-/, '')) : KEY_PLACEHOLDER
  const onCopy = (event: ClipboardEvent) => {
    const selected = getSelection()?.toString() ?? ''
    if (!apiKey || !selected.includes(shown)) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', selected.replaceAll(shown, apiKey))
  }
  return (
    <CodeBlock onCopy={onCopy} className={className}>
      {text(shown)}
    </CodeBlock>
  )
}
