import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createIncident, type Incident, updateIncident } from '#contract/api/traffic.ts'
import { refresh } from '#web/lib/after-write.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { MultiCombobox } from '#web/ui/choice/multi-combobox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { siteStatusQuery } from './status-page-query.ts'

interface IncidentDialogProps {
  /** Absent = a new incident is reported. */
  incident?: Incident | undefined
  /** Names of the models on offer. */
  offered: readonly string[]
  onClose: () => void
}

/** Reports or changes an incident. */
export default function IncidentDialog({ incident, offered, onClose }: IncidentDialogProps) {
  const { t } = useTranslation('status')
  const { t: common } = useTranslation()
  const id = useId()
  const client = useQueryClient()
  const [models, setModels] = useState<string[]>(incident?.models ?? [])
  const save = useMutation({
    mutationFn: (fields: Pick<Incident, 'title' | 'body' | 'models'>) =>
      incident
        ? call(updateIncident, { body: { id: incident.id, ...fields, resolved: incident.resolved_at > 0 } })
        : call(createIncident, { body: fields }),
    meta: { inline: true },
    onSuccess() {
      void refresh(client, { queryKey: siteStatusQuery.queryKey })
      toast.success(t(incident ? 'dialog.saved' : 'dialog.reported'))
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name)).trim()
    if (!save.isPending) save.mutate({ title: text('title'), body: text('body'), models })
  }
  const refused = save.error instanceof ApiError ? save.error.fields : {}
  const elsewhere = !refused.title && !refused.body && !refused.models && save.error?.message
  return (
    <Dialog
      width="wide"
      title={t(incident ? 'dialog.change' : 'dialog.report')}
      onClose={onClose}
      action={{ label: incident ? common('action.save') : t('dialog.submit'), form: id, loading: save.isPending }}
    >
      <form id={id} onSubmit={submit} className="mt-1 flex flex-col gap-3">
        <Field id={`${id}-title`} label={t('dialog.title')} error={refused.title}>
          <Input id={`${id}-title`} name="title" required maxLength={200} defaultValue={incident?.title} />
        </Field>
        <Field id={`${id}-body`} label={t('dialog.body')} hint={t('dialog.bodyHint')} error={refused.body} optional>
          <Textarea
            id={`${id}-body`}
            name="body"
            maxLength={10_000}
            rows={5}
            defaultValue={incident?.body}
            aria-describedby={`${id}-body-hint`}
          />
        </Field>
        <Field
          id={`${id}-models`}
          label={t('dialog.models')}
          hint={t('dialog.modelsHint')}
          error={refused.models}
          optional
        >
          <MultiCombobox
            id={`${id}-models`}
            creatable
            options={offered.map((value) => ({ value }))}
            value={models}
            onChange={setModels}
            aria-describedby={`${id}-models-hint`}
          />
        </Field>
        <p role="alert" className="text-danger empty:hidden">
          {elsewhere}
        </p>
      </form>
    </Dialog>
  )
}
