import ImageIcon from 'lucide-react/icons/image'
import ImageOff from 'lucide-react/icons/image-off'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { PictureAddress } from './picture-address.ts'

interface PictureProps {
  address: PictureAddress
  /** The picture's description. */
  alt: string
  /** The task has reached a final status. */
  ended: boolean
}

/**
 * Shows the result of a task: fitted into the dialog, at its own size when pressed, or a text when there is no
 * picture.
 */
export function Picture({ address, alt, ended }: PictureProps) {
  const { t } = useTranslation('drawing')
  if (address.kind === 'none') {
    return <Placeholder icon={<ImageIcon {...ICON} />}>{t(ended ? 'picture.noneLeft' : 'picture.noneYet')}</Placeholder>
  }
  if (address.kind === 'strange') return <Placeholder icon={<ImageOff {...ICON} />}>{t('picture.strange')}</Placeholder>
  if (address.kind === 'plain') return <Placeholder icon={<ImageOff {...ICON} />}>{t('picture.plain')}</Placeholder>
  return <Loaded key={address.url} url={address.url} alt={alt} />
}

const ICON = { size: 28, 'aria-hidden': true } as const

function Loaded({ url, alt }: { url: string; alt: string }) {
  const { t } = useTranslation('drawing')
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const [large, setLarge] = useState(false)
  if (state === 'failed') {
    const retry = () => {
      setState('loading')
      setAttempt(attempt + 1)
    }
    return (
      <Placeholder
        icon={<ImageOff {...ICON} />}
        action={
          <Button size="small" onClick={retry}>
            {t('picture.retry')}
          </Button>
        }
      >
        {t('picture.failed')}
      </Placeholder>
    )
  }
  return (
    <div
      data-scrolls={large || undefined}
      className={cx('rounded-card bg-sunken', large && 'max-h-[70dvh] overflow-auto')}
    >
      {state === 'loading' && <Skeleton className="h-48 w-full" />}
      <button
        type="button"
        aria-pressed={large}
        aria-label={t(large ? 'picture.fit' : 'picture.enlarge')}
        className={cx(
          'min-w-full items-center justify-center',
          state === 'loading' ? 'hidden' : 'flex',
          large ? 'cursor-zoom-out!' : 'cursor-zoom-in!',
        )}
        onClick={() => setLarge(!large)}
      >
        <img
          key={attempt}
          src={url}
          alt={alt}
          referrerPolicy="no-referrer"
          className={large ? 'max-w-none' : 'max-h-[50dvh] max-w-full object-contain'}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      </button>
    </div>
  )
}

function Placeholder({ icon, action, children }: { icon: ReactNode; action?: ReactNode; children: string }) {
  return (
    <div
      role="status"
      className="flex min-h-36 flex-col items-center justify-center gap-2 rounded-card border border-dashed border-line bg-sunken p-4 text-center text-muted"
    >
      {icon}
      <p>{children}</p>
      {action}
    </div>
  )
}
