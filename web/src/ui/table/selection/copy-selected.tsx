import Copy from 'lucide-react/icons/copy'
import { IconButton } from '../../icon-button.tsx'
import { toast } from '../../toast/toast.tsx'

interface CopyChosenProps {
  label: string
  /** Hint that rows must be selected first. */
  reason: string
}

/**
 * A copy button for the toolbar while no row is selected. It shows `reason`, since the working button is in the
 * selection bar.
 */
export function CopyChosen({ label, reason }: CopyChosenProps) {
  return <IconButton label={label} icon={<Copy size={16} aria-hidden />} onClick={() => toast.error(reason)} />
}
