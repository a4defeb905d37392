import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import type { Message } from './toast.tsx'

const LOOK = {
  success: { icon: CircleCheck, colour: 'text-success', ms: 1500 },
  info: { icon: Info, colour: 'text-primary', ms: 3000 },
  error: { icon: CircleAlert, colour: 'text-danger', ms: 5000 },
  warning: { icon: TriangleAlert, colour: 'text-warning', ms: 10_000 },
}
/** Long enough to reach the button. */
const ACTION_MS = 8000

interface Props {
  onReady: (receive: (message: Message) => void) => () => void
}

/** The region of `ToastHost`. Hovering or focusing it stops the clock; F6 moves the focus there. */
export default function ToastRegion({ onReady }: Props) {
  return (
    <Toast.Provider limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 max-sm:bottom-20">
          <Toasts onReady={onReady} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts({ onReady }: Props) {
  const { t } = useTranslation()
  const { toasts, add, close } = Toast.useToastManager<Message>()
  useEffect(
    () =>
      onReady((message) => {
        add({
          title: message.text,
          data: message,
          priority: message.kind === 'error' ? 'high' : 'low',
          timeout: message.action ? ACTION_MS : LOOK[message.kind].ms,
        })
      }),
    [add, onReady],
  )
  return toasts.map((item) => {
    const { kind, action } = item.data!
    const { icon: Icon, colour } = LOOK[kind]
    return (
      <Toast.Root
        key={item.id}
        toast={item}
        swipeDirection={['right', 'down']}
        className="popup translate-x-(--toast-swipe-movement-x) data-limited:hidden"
      >
        <Toast.Content className="flex items-start gap-2 py-1 pr-1 pl-3">
          <Icon size={16} aria-hidden className={`mt-2 shrink-0 ${colour}`} />
          <Toast.Title render={<p />} className="min-w-0 flex-1 py-1.5 break-words" />
          {action && (
            <Button
              variant="ghost"
              className="text-primary"
              onClick={() => {
                action.run()
                close(item.id)
              }}
            >
              {action.label}
            </Button>
          )}
          <Toast.Close
            // It can be reached by Tab at any time, so it must have its name at any time.
            aria-hidden={false}
            render={<IconButton label={t('action.close')} icon={<X size={16} aria-hidden />} />}
          />
        </Toast.Content>
      </Toast.Root>
    )
  })
}
