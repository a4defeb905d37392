import Link2 from 'lucide-react/icons/link-2'
import Pencil from 'lucide-react/icons/pencil'
import Star from 'lucide-react/icons/star'
import Trash2 from 'lucide-react/icons/trash'
import { type FormEvent, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Button } from '../../button.tsx'
import { copyText } from '../../copy/copy.tsx'
import { IconButton } from '../../icon-button.tsx'
import { Input } from '../../input.tsx'
import { Popover } from '../../overlay/popover.tsx'
import { MAX_VIEWS, renamed, useViews, type View, viewOf, withFirst, withView } from './views.ts'

interface ViewsPanelProps {
  list: string
  /** Current search part of the URL. */
  search: string
  show: (search: string) => void
  trigger: ReactElement
}

/** The panel of `SavedViews`, initially open. */
export default function ViewsPanel({ list, search, show, trigger }: ViewsPanelProps) {
  const { t } = useTranslation('table')
  const [open, setOpen] = useState(true)
  const [views, change] = useViews(list)
  const now = viewOf(search)
  const isKnown = (name: string) => views.some((view) => view.name === name)
  return (
    <Popover trigger={trigger} title={t('views.title')} open={open} onOpenChange={setOpen} className="w-80">
      {views.length === 0 && <p className="mb-2 text-muted text-small">{t('views.none')}</p>}
      <ul>
        {views.map((view) => (
          <Entry
            key={view.name}
            view={view}
            current={view.search === now}
            taken={isKnown}
            onShow={() => {
              show(view.search)
              setOpen(false)
            }}
            onRename={(name) => change((all) => renamed(all, view.name, name))}
            onFirst={() => change((all) => withFirst(all, view.first ? undefined : view.name))}
            onDelete={() => change((all) => all.filter(({ name }) => name !== view.name))}
          />
        ))}
      </ul>
      <NameForm
        label={t('views.name')}
        action={(name) => t(isKnown(name) ? 'views.replace' : 'views.save')}
        obstacle={(name) => !isKnown(name) && views.length >= MAX_VIEWS && t('views.full', { max: MAX_VIEWS })}
        onName={(name) => change((all) => withView(all, name, now))}
      />
      <p className="mt-2 text-muted text-small">{t('views.hint')}</p>
    </Popover>
  )
}

interface EntryProps {
  view: View
  current: boolean
  taken: (name: string) => boolean
  onShow: () => void
  onRename: (name: string) => void
  onFirst: () => void
  onDelete: () => void
}

function Entry({ view, current, taken, onShow, onRename, onFirst, onDelete }: EntryProps) {
  const { t } = useTranslation('table')
  const [renaming, setRenaming] = useState(false)
  const { name } = view
  const link = () => `${location.origin}${location.pathname}${view.search && `?${view.search}`}`
  if (renaming) {
    return (
      <li>
        <NameForm
          start={name}
          label={t('views.rename', { name })}
          action={() => t('views.renamed')}
          obstacle={(next) => next !== name && taken(next) && t('views.taken')}
          onName={(next) => {
            onRename(next)
            setRenaming(false)
          }}
        />
      </li>
    )
  }
  return (
    <li className="flex items-center">
      <Button
        variant="ghost"
        aria-current={current || undefined}
        className={cx('min-w-0 flex-1 shrink! justify-start! px-2!', current && 'font-strong text-primary')}
        onClick={onShow}
      >
        <span className="truncate">{name}</span>
      </Button>
      <IconButton
        size="small"
        label={t('views.first', { name })}
        aria-pressed={view.first ?? false}
        icon={<Star size={14} aria-hidden fill={view.first ? 'currentColor' : 'none'} />}
        onClick={onFirst}
      />
      <IconButton
        size="small"
        label={t('views.link', { name })}
        icon={<Link2 size={14} aria-hidden />}
        onClick={() => void copyText(link(), link())}
      />
      <IconButton
        size="small"
        label={t('views.rename', { name })}
        icon={<Pencil size={14} aria-hidden />}
        onClick={() => setRenaming(true)}
      />
      <IconButton
        size="small"
        label={t('views.delete', { name })}
        icon={<Trash2 size={14} aria-hidden />}
        onClick={onDelete}
      />
    </li>
  )
}

interface NameFormProps {
  start?: string
  label: string
  /** Button label for a name. */
  action: (name: string) => string
  /** Reason why a name cannot be used. */
  obstacle: (name: string) => string | false
  onName: (name: string) => void
}

function NameForm({ start = '', label, action, obstacle, onName }: NameFormProps) {
  const { t } = useTranslation('table')
  const [typed, setTyped] = useState(start)
  const name = typed.trim()
  const reason = name === '' ? t('views.unnamed') : obstacle(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason) return
    onName(name)
    setTyped('')
  }
  return (
    <form className="mt-1 flex gap-2" onSubmit={submit}>
      <Input
        aria-label={label}
        placeholder={label}
        maxLength={60}
        value={typed}
        className="min-w-0 flex-1"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
      />
      <Button type="submit" disabledReason={reason}>
        {action(name)}
      </Button>
    </form>
  )
}
