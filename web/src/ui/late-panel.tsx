import i18next from 'i18next'
import { type ComponentType, cloneElement, type ReactElement, useState } from 'react'
import { toast } from './toast.tsx'

interface LatePanelProps<Props> {
  /** The same function on every render: imports the panel, which draws its trigger and is open when it comes up. */
  load: () => Promise<{ default: ComponentType<Props & { trigger: ReactElement }> }>
  /** The button that opens it; an IconButton or Button element. */
  trigger: ReactElement<{ onPointerEnter?: () => void; onFocus?: () => void; onClick?: () => void }>
  props: Props
}

/**
 * A button whose panel's code comes when the pointer or the focus gets near. Out of reach, it is worth a message and not
 * the page. Browsers remember what could not be loaded, so that only a reload asks for it again.
 */
export function LatePanel<Props extends object>({ load, trigger, props }: LatePanelProps<Props>) {
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
