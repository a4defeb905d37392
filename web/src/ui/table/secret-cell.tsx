import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { CopyButton } from '../copy.tsx'
import { IconButton } from '../icon-button.tsx'

interface SecretCellProps {
  secret: string
  /** In its place until it is asked for, and in messages. */
  masked: string
  /** Names of its buttons, each with the row. */
  labels: { show: string; hide: string; copy: string }
}

/** A secret of a row, masked until asked for, and copied in one press either way. */
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
