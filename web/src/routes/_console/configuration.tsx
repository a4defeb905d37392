import { createFileRoute } from '@tanstack/react-router'
import { FilesPage } from '#web/features/configuration/files-page.tsx'
import { loadFiles } from '#web/features/configuration/load-files.ts'

export const Route = createFileRoute('/_console/configuration')({
  staticData: { page: { name: 'configuration', nav: { access: 'root' } } },
  loader: ({ context }) => loadFiles(context.queryClient),
  component: FilesPage,
})
