import { useNavigate, useSearch } from '@tanstack/react-router'
import { createContext, type ReactNode, Suspense, use, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { useNamedPage } from '#web/lib/page-title.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { tipIfCut } from '#web/ui/tooltip.tsx'

/** Whether the object is a page; otherwise it is in the drawer of a list. */
export const OnPage = createContext(false)

export type ObjectView = 'overview' | 'calls' | 'models' | 'channels' | 'limits' | 'keys' | 'settings' | 'history'

/** A number at the head of an object. */
export interface ObjectNumber {
  label: string
  value: ReactNode
  /** The course of the number, oldest first; shown from three points on. */
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
  /** The first is shown on a page without `view` in its address; in a drawer that is the form. */
  tabs: readonly ObjectTab[]
  /** The form of the settings. Once shown it stays mounted behind other tabs, so that nothing typed is lost. */
  children?: ReactNode
}

interface ObjectTab {
  view: ObjectView
  label: string
  content: ReactNode
}

/** Head, four numbers and tabs of a channel, user, key or model. The address names the tab as `view`. */
export function ObjectFrame({ mark, name, state, control, menu, numbers, tabs, children }: ObjectFrameProps) {
  const onPage = use(OnPage)
  useNamedPage(onPage ? name : undefined)
  const { view } = useSearch({ strict: false }) as { view?: unknown }
  const all = useTabs(tabs, children !== undefined)
  const home = all.find((tab) => tab.view === (onPage ? 'overview' : 'settings'))
  const shown = all.find((tab) => tab.view === view) ?? home ?? all[0]
  const isForm = shown?.view === 'settings' && children !== undefined
  const wasForm = useRef(false)
  wasForm.current ||= isForm
  const Name = onPage ? 'h1' : 'strong'
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-col gap-2.5 border-line border-b px-4 pt-3">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {mark}
          <Name
            className={cx(
              'min-w-0 truncate max-sm:basis-[calc(100%-3.5rem)]',
              onPage ? 'text-title' : 'font-strong text-lead',
            )}
            title={name}
          >
            {name}
          </Name>
          {state}
          <span className="ms-auto flex shrink-0 items-center gap-1.5">
            {control}
            {menu}
          </span>
        </div>
        <Numbers numbers={numbers} />
        <TabList {...{ name, shown }} tabs={all} home={home} />
      </div>
      {onPage && shown && <h2 className="sr-only">{shown.label}</h2>}
      {shown && !isForm && (
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
      {wasForm.current && <div className={cx('flex min-h-0 flex-1 flex-col', !isForm && 'hidden')}>{children}</div>}
    </div>
  )
}

/** The tabs with that of the form before the history. */
function useTabs(tabs: readonly ObjectTab[], hasForm: boolean): readonly ObjectTab[] {
  const { t } = useTranslation('form')
  if (!hasForm) return tabs
  const form = { view: 'settings' as const, label: t('object.settings'), content: null }
  const isHistory = ({ view }: ObjectTab) => view === 'history'
  return [...tabs.filter((tab) => !isHistory(tab)), form, ...tabs.filter(isHistory)]
}

function Numbers({ numbers }: { numbers: readonly ObjectNumber[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-4">
      {numbers.map(({ label, value, values, bad }) => (
        <div key={label} className="min-w-0">
          <dt className="truncate text-muted text-small" {...tipIfCut(label)}>
            {label}
          </dt>
          <dd className="flex items-center gap-2 font-strong tabular-nums">
            <span className="truncate">{value}</span>
            {values && values.filter((value) => value > 0).length > 2 && (
              <Sparkline values={values} colour={bad ? 'text-danger' : 'text-primary'} size="cell" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface TabListProps {
  name: string
  tabs: readonly ObjectTab[]
  shown: ObjectTab | undefined
  home: ObjectTab | undefined
}

function TabList({ name, tabs, shown, home }: TabListProps) {
  const { t } = useTranslation('form')
  const navigate = useNavigate()
  const show = (tab: ObjectTab) =>
    void navigate({
      to: '.',
      // Every route with an object has `view`; the router cannot know which of them this is.
      search: ((search: object) => ({ ...search, view: tab === home ? undefined : tab.view })) as never,
      replace: true,
      resetScroll: false,
    })
  return (
    <div role="tablist" aria-label={t('object.tabs', { name })} className="flex overflow-x-auto">
      {tabs.map((tab) => (
        <button
          key={tab.view}
          type="button"
          role="tab"
          aria-selected={tab.view === shown?.view}
          onClick={() => show(tab)}
          className={cx(
            '-mb-px min-h-control shrink-0 border-b-2 px-2.5',
            tab.view === shown?.view ? 'border-primary font-strong' : 'border-transparent text-muted hover:text-text',
          )}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
