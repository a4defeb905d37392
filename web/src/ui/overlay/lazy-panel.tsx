import i18next from 'i18next'
import { type ComponentType, cloneElement, type ReactElement, useState } from 'react'
import { toast } from '../toast/toast.tsx'

interface LatePanelProps<Props> {
  /** Must be a stable function: imports the panel, which renders its trigger and is initially open. */
  load: () => Promise<{ default: ComponentType<Props & { trigger: ReactElement }> }>
  /** The button that opens the panel; an IconButton or Button element. */
  trigger: ReactElement<{ onPointerEnter?: () => void; onFocus?: () => void; onClick?: () => void }>
  props: Props
}

/**
 * A button whose panel code loads on hover or focus. A load failure shows a message and leaves the page working.
 * Browsers cache failed imports, so that only a reload tries again.
 */
export function LazyPanel<Props extends object>({ load, trigger, props }: LatePanelProps<Props>) {
  const [Panel, setPanel] = useState<ComponentType<Props & { trigger: ReactElement }>>()
  if (Panel) return <Panel {...props} trigger={trigger} />
  const preload = () => void load().catch(() => {})
  const open = async () => {
    const code = await load().catch(() => null)
    if (code) setPanel(() => code.default)
    else toast.error(i18next.t('shell:failure.part'))
  }
  return cloneElement(trigger, { onPointerEnter: preload, onFocus: preload, onClick: () => void open() })
}
