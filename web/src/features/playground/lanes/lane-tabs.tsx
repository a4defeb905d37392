import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import type { Lane } from '../book/book.ts'

interface LaneTabsProps {
  lanes: readonly Lane[]
  /** Id of the lane that is shown. */
  shown: string
  onShow: (id: string) => void
}

/** Names of the elements that belong together. */
export const tabId = (lane: string) => `lane-tab-${lane}`
export const panelId = (lane: string) => `lane-${lane}`

/** The models of a conversation as tabs, for phones. */
export function LaneTabs({ lanes, shown, onShow }: LaneTabsProps) {
  const { t } = useTranslation('playground')
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const next = lanes.at((lanes.findIndex(({ id }) => id === shown) + by) % lanes.length)!
    onShow(next.id)
    document.getElementById(tabId(next.id))?.focus()
  }
  return (
    <div role="tablist" aria-label={t('lanes.title')} className="mt-2 flex border-line border-b">
      {lanes.map(({ id, model }) => (
        <button
          key={id}
          id={tabId(id)}
          type="button"
          role="tab"
          aria-selected={id === shown}
          aria-controls={panelId(id)}
          tabIndex={id === shown ? 0 : -1}
          onClick={() => onShow(id)}
          onKeyDown={onKeyDown}
          className="-mb-px flex min-h-control min-w-0 flex-1 items-center justify-center gap-1.5 border-transparent border-b-2 px-2 text-muted aria-selected:border-primary aria-selected:text-text"
        >
          <ModelMark model={model} />
          <span className="truncate">{model}</span>
        </button>
      ))}
    </div>
  )
}
