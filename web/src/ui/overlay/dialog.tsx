import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { isSaving } from './is-saving.ts'

interface Props {
  title: string
  description?: ReactNode
  children?: ReactNode
  /** The action of the dialog; cancel stands before. */
  action?: Pick<ComponentProps<typeof Button>, 'onClick' | 'form' | 'loading' | 'disabledReason' | 'variant'> & {
    label: ReactNode
  }
  /** Other buttons instead, the safe one first. */
  footer?: ReactNode
  width?: 'narrow' | 'wide'
  open?: boolean
  /** Read-only content: the initial focus is on the dialog itself, not on its first control. */
  reading?: boolean
  /** The element focused after closing, if it is not the previously focused one. */
  returnFocus?: () => HTMLElement | null
  /** Called on Esc, the close button or a press outside; not while a form in the dialog is saving. */
  onClose: () => void
}

/** A modal question or short task. Wide dialogs are full screen on phones. */
export function Dialog(props: Props) {
  const { title, description, children, action, width = 'narrow', open = true, reading, returnFocus, onClose } = props
  const { footer = action && <ActionButtons {...action} onCancel={onClose} /> } = props
  const { t } = useTranslation()
  const popup = useRef<HTMLDivElement>(null)
  // The library would focus the first control inside a row instead of the row.
  const giveBack = useEffectEvent(() => {
    const target = returnFocus?.()
    if (target) requestAnimationFrame(() => target.focus())
  })
  useEffect(() => () => giveBack(), [])
  return (
    <Base.Root open={open} onOpenChange={(next) => next || isSaving(popup.current) || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-100 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-center justify-center p-2 sm:p-4">
          <Base.Popup
            ref={popup}
            initialFocus={reading ? popup : undefined}
            finalFocus={returnFocus && false}
            className={cx(
              'popup relative flex max-h-full w-full flex-col',
              width === 'wide' ? 'max-w-2xl max-sm:h-full' : 'max-w-md',
            )}
          >
            <Base.Title className="py-3 pr-14 pl-4 text-lead font-strong break-words">{title}</Base.Title>
            <div className="flex-1 overflow-y-auto px-4 pb-4">
              {description && (
                <Base.Description render={<div />} className="text-muted">
                  {description}
                </Base.Description>
              )}
              {children}
            </div>
            {footer && (
              <div data-keep-clear className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
                {footer}
              </div>
            )}
            {/* Last, so that the focus starts on the content. */}
            <Base.Close
              render={<IconButton label={t('action.close')} icon={<X size={16} aria-hidden />} />}
              className="absolute top-2 right-2"
            />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

type ActionButtonsProps = NonNullable<Props['action']> & { onCancel: () => void }

/** Cancel, and the dialog's action; with a form, the button sends the form. */
function ActionButtons({ label, onCancel, ...button }: ActionButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button onClick={onCancel}>{t('action.cancel')}</Button>
      <Button type={button.form ? 'submit' : 'button'} variant="primary" {...button}>
        {label}
      </Button>
    </>
  )
}
