import Copy from 'lucide-react/icons/copy'
import { IconButton } from '../icon-button.tsx'
import { toast } from '../toast.tsx'

interface CopyChosenProps {
  label: string
  /** What to do first. */
  reason: string
}

/** Copying, for the toolbar while no row is chosen: the bar of the chosen rows has the button that copies. */
export function CopyChosen({ label, reason }: CopyChosenProps) {
  return <IconButton label={label} icon={<Copy size={16} aria-hidden />} onClick={() => toast.error(reason)} />
}
