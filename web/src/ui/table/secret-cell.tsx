import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { CopyButton } from '../copy/copy.tsx'
import { IconButton } from '../icon-button.tsx'

interface SecretCellProps {
  secret: string
  /** Shown until the secret is revealed, and in messages. */
  masked: string
  /** Labels of its buttons, each with the row's name. */
  labels: { show: string; hide: string; copy: string }
}

/** A secret of a row, masked until revealed; it can be copied in either state. */
export function SecretCell({ secret, masked, labels }: SecretCellProps) {
  const [shown, setShown] = useState(false)
  return (
    <span className="flex items-center gap-0.5">
      <code lang="" className="min-w-0 flex-1 truncate text-small select-all" {...(shown && { tabIndex: -1 })}>
        {shown ? secret : masked}
      </code>
      <IconButton
        size="small"
        label={shown ? labels.hide : labels.show}
        icon={shown ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
      <CopyButton label={labels.copy} text={secret} shown={masked} />
    </span>
  )
}
