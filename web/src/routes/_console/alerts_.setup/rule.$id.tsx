import { createFileRoute } from '@tanstack/react-router'
import { RuleDrawer } from '#web/features/alerts/rule-drawer.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

/** The id 0 stands for a new one. */
export const Route = createFileRoute('/_console/alerts_/setup/rule/$id')({
  params: { parse: ({ id }) => ({ id: Number(id) }), stringify: ({ id }) => ({ id: String(id) }) },
  loader: () => loadNamespaces('form'),
  component: () => <RuleDrawer id={Route.useParams().id} />,
})
