import { createFileRoute } from '@tanstack/react-router'
import { SinkDrawer } from '#web/features/alerts/sink-drawer.tsx'
import { SITE_SINKS } from '#web/features/alerts/sink-places.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

/** The id 0 stands for a new one. */
export const Route = createFileRoute('/_console/alerts_/setup/sink/$id')({
  params: { parse: ({ id }) => ({ id: Number(id) }), stringify: ({ id }) => ({ id: String(id) }) },
  loader: () => loadNamespaces('form'),
  component: () => <SinkDrawer id={Route.useParams().id} place={SITE_SINKS} />,
})
