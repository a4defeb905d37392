import { createFileRoute } from '@tanstack/react-router'
import { EditSelf } from '#web/features/account/edit-self.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/user_/edit')({
  loader: () => loadNamespaces('personal'),
  component: EditSelf,
})
