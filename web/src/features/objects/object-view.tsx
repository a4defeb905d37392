import type { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import Maximize from 'lucide-react/icons/maximize'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BackLink } from '#web/ui/back-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { type FormEnds, RecordForm } from '#web/ui/form/record-form.tsx'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { OnPage } from './object-frame.tsx'

/** A kind of objects: how a record is read, its head with tabs, and the form of its settings. */
export interface ObjectKind<T> {
  list: 'channel' | 'user' | 'token'
  useRecord: (id: number) => Pick<ReturnType<typeof useQuery<T>>, 'data' | 'error' | 'refetch'>
  /** Title of the drawer. */
  useTitle: () => string
  Failure: ComponentType<{ error: Error; onRetry: () => void }>
  Frame: ComponentType<{ record: T; children: ReactNode }>
  Form: ComponentType<{ record: T } & FormEnds>
}

interface ObjectProps<T> {
  kind: ObjectKind<T>
  id: number
}

/** An object beside its list. */
export function ObjectDrawer<T>({ kind, id }: ObjectProps<T>) {
  const { t } = useTranslation('form')
  const navigate = useNavigate()
  const close = () =>
    void navigate({ to: `/${kind.list}`, search: ({ view: _, ...list }: { view?: unknown }) => list as never })
  const asPage = (
    <Link
      to={`/${kind.list}/$id`}
      params={{ id }}
      aria-label={t('object.page')}
      className={buttonClass('ghost', 'normal', 'w-control px-0!')}
      {...tip(t('object.page'))}
    >
      <Maximize size={15} aria-hidden />
    </Link>
  )
  return (
    <Drawer side="end" title={kind.useTitle()} action={asPage} onClose={close}>
      <Content {...{ kind, id }} onSaved={close} onCancel={close} />
    </Drawer>
  )
}

/** An object at a separate address. After a save the page stays, with a new form. */
export function ObjectPage<T>({ kind, id }: ObjectProps<T>) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const [saves, setSaves] = useState(0)
  const toOverview = () => {
    setSaves(saves + 1)
    void navigate({ to: `/${kind.list}/$id`, params: { id }, search: {}, replace: true })
  }
  return (
    <div className="mx-auto flex w-full min-w-0 max-w-5xl flex-col gap-2 px-4 pt-2.5 pb-4 max-sm:px-3 sm:min-h-104 sm:flex-[1_1_0px]">
      <BackLink to={`/${kind.list}`}>{t(`page.${kind.list}`)}</BackLink>
      <OnPage value={true}>
        <div className="surface flex min-h-0 flex-1 flex-col overflow-hidden [--overlay:var(--raised)]">
          <Content
            key={saves}
            {...{ kind, id }}
            onSaved={toOverview}
            onCancel={() => void navigate({ to: `/${kind.list}` })}
          />
        </div>
      </OnPage>
    </div>
  )
}

function Content<T>({ kind, id, ...ends }: ObjectProps<T> & FormEnds) {
  const { Frame, Form, Failure } = kind
  return (
    <RecordForm record={kind.useRecord(id)} fields={6} Failure={Failure}>
      {(record) => (
        <Frame record={record}>
          <Form key={id} record={record} {...ends} />
        </Frame>
      )}
    </RecordForm>
  )
}
