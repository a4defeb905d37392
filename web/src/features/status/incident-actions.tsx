import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteIncident, type Incident, updateIncident } from '#contract/api/traffic.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { siteStatusQuery } from './status-page-query.ts'

const IncidentDialog = lazy(async () => {
  await loadNamespaces('form')
  return import('./incident-dialog.tsx')
})

/** Opens the form of a new incident, or of the given one. */
export function editIncident(offered: readonly string[], incident?: Incident) {
  void openOverlay<void>((close) => <IncidentDialog incident={incident} offered={offered} onClose={close} />)
}

/** What an administrator can do with an incident: change it, end it or let it go on, delete it. */
export default function IncidentActions({ incident, offered }: { incident: Incident; offered: readonly string[] }) {
  const { t } = useTranslation('status')
  const client = useQueryClient()
  const { id, title, body, models } = incident
  const isOver = incident.resolved_at > 0
  const onSuccess = () => void refresh(client, { queryKey: siteStatusQuery.queryKey })
  const end = useMutation({
    mutationFn: (resolved: boolean) => call(updateIncident, { body: { id, title, body, models, resolved } }),
    onSuccess,
  })
  const remove = useMutation({ mutationFn: () => call(deleteIncident, { params: { id } }), onSuccess })
  const askAndRemove = async () => {
    const question = { title: t('remove.title', { title }), action: t('remove.action'), danger: true }
    if (await confirm(question)) remove.mutate()
  }
  return (
    <span className="flex flex-wrap gap-1">
      <Button size="small" loading={end.isPending} onClick={() => end.mutate(!isOver)}>
        {t(isOver ? 'incident.reopen' : 'incident.end')}
      </Button>
      <Button size="small" variant="ghost" onClick={() => editIncident(offered, incident)}>
        {t('incident.change')}
      </Button>
      <Button size="small" variant="ghost" loading={remove.isPending} onClick={askAndRemove}>
        {t('incident.remove')}
      </Button>
    </span>
  )
}
