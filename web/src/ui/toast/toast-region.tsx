import { Toast } from '@base-ui/react/toast'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useActions } from '#web/lib/keys/hotkeys.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import type { Message } from './toast.tsx'
import { placeToasts } from './toast-position.ts'

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

/** Distance from the window's lower edge in pixels; phones have the bottom bar there. */
const REST = 16
const PHONE_REST = 80
/** Elements that toasts must not cover. */
const KEEP_CLEAR = '[data-keep-clear]'

/** The region of `ToastHost`. Hover or focus pauses the timeout; F6 moves the focus there. */
export default function ToastRegion({ onReady }: Props) {
  const viewport = useRef<HTMLDivElement>(null)
  return (
    <Toast.Provider limit={4}>
      <Toast.Portal>
        <Toast.Viewport
          ref={viewport}
          className="fixed right-4 bottom-4 z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 max-sm:bottom-20"
        >
          <Toasts viewport={viewport} onReady={onReady} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts({ viewport, onReady }: Props & { viewport: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  const { toasts, add, update, close } = Toast.useToastManager<Message>()
  // Ids of displayed messages: repeating one extends its time instead of showing it twice.
  const standing = useRef(new Map<string, string>())
  useEffect(
    () =>
      onReady((message) => {
        const timeout = message.action ? ACTION_MS : LOOK[message.kind].ms
        const what = message.action ? undefined : `${message.kind} ${message.text}`
        const same = what && standing.current.get(what)
        if (same) return update(same, { timeout })
        const id = add({
          title: message.text,
          data: message,
          priority: message.kind === 'error' ? 'high' : 'low',
          timeout,
          onClose: () => void (what && standing.current.delete(what)),
        })
        if (what) standing.current.set(what, id)
      }),
    [add, update, onReady],
  )
  useClearPlace(viewport, toasts.length > 0)
  const undoable = toasts.find(({ data, transitionStatus }) => data?.action && transitionStatus !== 'ending')
  const undo = () => {
    undoable?.data?.action?.run()
    close(undoable?.id)
  }
  useActions(undoable ? [{ id: 'undo', keys: 'mod+z', label: undoable.data!.action!.label, run: undo }] : [])
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
            // Reachable by Tab at any time, so it must always have its accessible name.
            aria-hidden={false}
            render={<IconButton label={t('action.close')} icon={<X size={16} aria-hidden />} />}
          />
        </Toast.Content>
      </Toast.Root>
    )
  })
}

/** Moves the toasts clear of the elements that they must not cover, also when these move. */
function useClearPlace(viewport: RefObject<HTMLElement | null>, shown: boolean) {
  const rest = useMedia(MEDIA.phone) ? PHONE_REST : REST
  useEffect(() => {
    if (!shown) return
    let frame = 0
    const follow = () => {
      const element = viewport.current
      if (element) {
        const { left, right, height } = element.getBoundingClientRect()
        const obstacles = [...document.querySelectorAll(KEEP_CLEAR)].map((each) => each.getBoundingClientRect())
        element.style.bottom = `${placeToasts({ left, right, height }, obstacles, innerHeight, rest)}px`
      }
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [viewport, shown, rest])
}
