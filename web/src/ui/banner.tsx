import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { IconButton } from './icon-button.tsx'

const LOOK = {
  info: { icon: Info, ground: 'bg-primary-soft', colour: 'text-primary' },
  success: { icon: CircleCheck, ground: 'bg-success-soft', colour: 'text-success' },
  warning: { icon: TriangleAlert, ground: 'bg-warning-soft', colour: 'text-warning' },
  danger: { icon: CircleAlert, ground: 'bg-danger-soft', colour: 'text-danger' },
}

interface Props {
  tone: keyof typeof LOOK
  children: ReactNode
  /** A link or button at the end. */
  action?: ReactNode
  onDismiss?: () => void
  className?: string
  id?: string
  role?: 'alert' | 'status'
}

/** A persistent notice about the page or the whole console, shown until it is dismissed or resolved. */
export function Banner({ tone, children, action, onDismiss, className, ...rest }: Props) {
  const { t } = useTranslation()
  const { icon: Icon, ground, colour } = LOOK[tone]
  return (
    <div {...rest} className={cx('flex items-start gap-2 rounded-card px-3 py-1.5', ground, className)}>
      <Icon size={16} aria-hidden className={cx('mt-1 shrink-0', colour)} />
      <div className="min-w-0 flex-1 py-0.5 break-words">{children}</div>
      {action}
      {onDismiss && (
        <IconButton size="small" label={t('action.dismiss')} icon={<X size={16} aria-hidden />} onClick={onDismiss} />
      )}
    </div>
  )
}
