import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useRememberedRoom } from './checklist-room.tsx'

interface Props {
  title: string
  done: number
  total: number
  /** Shown beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** The frame of a checklist: title, progress and steps. */
export function ChecklistCard({ title, done, total, action, children }: Props) {
  const { t } = useTranslation('setup')
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useRememberedRoom(card)
  return (
    <section ref={card} aria-labelledby={id} className="min-w-0 surface">
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 border-line border-b py-1.5 ps-4 pe-2">
        <h2 id={id} className="font-strong">
          {title}
        </h2>
        <span className="text-muted text-small tabular-nums">{t('progress', { done, total })}</span>
        <span aria-hidden className="h-1 w-20 overflow-hidden rounded-full bg-hover max-sm:hidden">
          <span className="block h-full bg-success" style={{ width: `${(done / total) * 100}%` }} />
        </span>
        <span className="ms-auto">{action}</span>
      </header>
      {/* Four steps and more stand in two columns, so that the numbers of the page stay in sight. */}
      <ul className="grid gap-x-4 lg:has-[>:nth-child(4)]:grid-cols-2">{children}</ul>
    </section>
  )
}
