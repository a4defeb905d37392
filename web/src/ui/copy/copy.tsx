import i18next from 'i18next'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { type ComponentProps, lazy, useEffect, useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { openOverlay } from '../overlay/overlay.tsx'
import { toast } from '../toast/toast.tsx'

const CopyByHand = lazy(() => import('./copy-dialog.tsx'))
const TICK_MS = 1500

/**
 * Copies a text and confirms with a toast that names it as `shown` (required for secrets), or with the custom
 * message `words`. When the browser refuses the clipboard, a dialog shows the selected text. Resolves with whether
 * the text was copied.
 */
export async function copyText(text: string, shown?: string, words?: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    await openOverlay<void>((close) => <CopyByHand text={text} onClose={close} />)
    return false
  }
  toast.success(words ?? (shown ? i18next.t('copy.named', { text: shown }) : i18next.t('copy.done')))
  return true
}

interface Props extends Omit<ComponentProps<typeof IconButton>, 'icon' | 'onClick'> {
  text: string
  /** The name in the message; the text itself is never shown. */
  shown?: string
  /** A custom message that replaces the default one. */
  words?: string
}

/** A button that copies a text and shows a tick for a moment. */
export function CopyButton({ text, shown, words, ...rest }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), TICK_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <IconButton
      size="small"
      {...rest}
      icon={copied ? <Check size={14} aria-hidden className="text-success" /> : <Copy size={14} aria-hidden />}
      onClick={async () => setCopied(await copyText(text, shown, words))}
    />
  )
}
