import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { cx } from '#web/lib/cx.ts'
import { useTranslation } from '#web/lib/texts.ts'
import { Skeleton } from './skeleton.tsx'
import { Sparkline } from './sparkline.tsx'

/** The tabs of an object; the form of its settings is the one without a name in the URL. */
export type ObjectView = 'overview' | 'calls' | 'models' | 'keys' | 'history'

/** A number at the head of an object. */
export interface ObjectNumber {
  label: string
  value: ReactNode
  /** The course of the number, oldest first. */
  values?: readonly number[] | undefined
  bad?: boolean
}

interface ObjectFrameProps {
  /** Avatar or mark of the vendor. */
  mark: ReactNode
  name: string
  state: ReactNode
  /** Switches the object on and off. */
  control?: ReactNode
  /** The menu of further actions. */
  menu?: ReactNode
  numbers: readonly ObjectNumber[]
  tabs: readonly { view: ObjectView; label: string; content: ReactNode }[]
  /** The form of the settings. It stays mounted behind other tabs, so that nothing typed is lost. */
  children: ReactNode
}

/** The page of a channel, a user or a key: head, four numbers, and tabs that the URL names as `view`. */
export function ObjectFrame({ mark, name, state, control, menu, numbers, tabs, children }: ObjectFrameProps) {
  const { t } = useTranslation('form')
  const navigate = useNavigate()
  const { view } = useSearch({ strict: false }) as { view?: unknown }
  const shown = tabs.find((tab) => tab.view === view)
  const show = (next: ObjectView | undefined) =>
    // Every route with an object has the name `view`; the router cannot know which of them this is.
    void navigate({ to: '.', search: ((search: object) => ({ ...search, view: next })) as never, replace: true })
  const tab = (label: string, at: ObjectView | undefined) => (
    <button
      key={label}
      type="button"
      role="tab"
      aria-selected={shown?.view === at}
      onClick={() => show(at)}
      className={cx(
        '-mb-px min-h-control shrink-0 border-b-2 px-2.5',
        shown?.view === at ? 'border-primary font-strong' : 'border-transparent text-muted hover:text-text',
      )}
    >
      {label}
    </button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-col gap-2.5 border-line border-b px-4 pt-3">
        <div className="flex items-center gap-2.5">
          {mark}
          <strong className="min-w-0 truncate font-strong text-lead" title={name}>
            {name}
          </strong>
          {state}
          <span className="ms-auto flex shrink-0 items-center gap-1.5">
            {control}
            {menu}
          </span>
        </div>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-4">
          {numbers.map(({ label, value, values, bad }) => (
            <div key={label} className="min-w-0">
              <dt className="truncate text-muted text-small">{label}</dt>
              <dd className="flex items-center gap-2 font-strong tabular-nums">
                <span className="truncate">{value}</span>
                {values && <Sparkline values={values} colour={bad ? 'text-danger' : 'text-primary'} size="cell" />}
              </dd>
            </div>
          ))}
        </dl>
        <div role="tablist" aria-label={t('object.tabs', { name })} className="flex overflow-x-auto">
          {tabs.filter((each) => each.view !== 'history').map((each) => tab(each.label, each.view))}
          {tab(t('object.settings'), undefined)}
          {tabs.filter((each) => each.view === 'history').map((each) => tab(each.label, each.view))}
        </div>
      </div>
      {shown && (
        <div
          role="tabpanel"
          aria-label={shown.label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto px-4 py-3"
        >
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>{shown.content}</Suspense>
        </div>
      )}
      <div className={cx('flex min-h-0 flex-1 flex-col', shown && 'hidden')}>{children}</div>
    </div>
  )
}
