import { Dialog as Base } from '@base-ui/react/dialog'
import { useParams } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { IconButton } from '../icon-button.tsx'
import { firstField } from './first-field.ts'
import { isSaving } from './is-saving.ts'

interface DrawerProps {
  title: string
  /** Records are created in a drawer at the start and edited in one at the end; on phones both fill the screen. */
  side: 'start' | 'end'
  /**
   * Called on Esc, the close button or a press outside, unless a form in the drawer is saving. It should navigate
   * to the list; the route change unmounts the drawer.
   */
  onClose: () => void
  /** Beside the close button. */
  action?: ReactNode
  /** The element focused after closing, if it is not the previously focused one. */
  returnFocus?: () => HTMLElement | null
  /** A flex column: usually one `<Form>`. */
  children: ReactNode
}

const SLIDE = {
  start: 'start-0 border-e data-starting-style:-translate-x-8 max-sm:border-e-0',
  end: 'end-0 border-s data-starting-style:translate-x-8 max-sm:border-s-0',
}

/**
 * A panel over a list with a URL of its own: entering the URL opens it, leaving closes it. On wide windows the list
 * stays visible and usable beside it.
 */
export function Drawer({ title, side, action, onClose, returnFocus, children }: DrawerProps) {
  const { t } = useTranslation()
  const beside = useMedia(MEDIA.wide)
  const popup = useRef<HTMLDivElement>(null)
  useReturnFocus(returnFocus)
  useFocusInside(popup, title)
  return (
    <Base.Root
      open
      modal={beside ? 'trap-focus' : true}
      disablePointerDismissal={beside}
      onOpenChange={(open) => open || isSaving(popup.current) || onClose()}
    >
      <Base.Portal>
        {!beside && (
          <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-100 data-starting-style:opacity-0" />
        )}
        <Base.Popup
          ref={popup}
          initialFocus={() => firstField(popup.current) ?? popup.current}
          finalFocus={false}
          className={cx(
            'fixed inset-y-0 z-40 flex w-160 max-w-[80%] flex-col border-line bg-overlay text-text shadow-float outline-none',
            'transition-[transform,opacity] duration-150 data-starting-style:opacity-0 max-sm:w-full max-sm:max-w-full',
            SLIDE[side],
          )}
        >
          <div className="flex shrink-0 items-center gap-2 border-line border-b py-2 ps-4 pe-2">
            <Base.Title className="min-w-0 flex-1 truncate text-lead font-strong tracking-tight">{title}</Base.Title>
            {action}
            <Base.Close render={<IconButton label={t('action.close')} icon={<X size={16} aria-hidden />} />} />
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Keeps the focus inside when what had it is replaced, as a form is by its result: the title changes with that. */
function useFocusInside(popup: RefObject<HTMLElement | null>, title: string) {
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current !== title && document.activeElement === document.body) popup.current?.focus()
    shown.current = title
  }, [popup, title])
}

const rowOf = (id: unknown) => document.querySelector(`main [data-row="${CSS.escape(String(id))}"]`)
const list = () => document.querySelector('main section:has(> table)') ?? document.querySelector('main')

/**
 * Restores the focus to the element that opened the drawer, or to the result of `chosen`; if a URL opened it, to
 * the row of the URL, or to the list. The dialog library would focus the first control inside the row, and too
 * late: leaving the URL unmounts the drawer at once.
 */
function useReturnFocus(chosen?: () => HTMLElement | null) {
  const [opener] = useState(() => document.activeElement)
  const { id } = useParams({ strict: false })
  const giveBack = useEffectEvent(() => {
    const target = chosen?.() ?? opener
    requestAnimationFrame(() => {
      const found = target !== document.body && target?.isConnected ? target : (rowOf(id) ?? list())
      if (document.activeElement === document.body && found instanceof HTMLElement) found.focus()
    })
  })
  useEffect(() => () => giveBack(), [])
}
