import { createFileRoute } from '@tanstack/react-router'
import { BooksPage } from '#web/features/operations/books-page.tsx'
import { booksQuery } from '#web/features/operations/queries.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/books')({
  staticData: { page: { name: 'books', nav: { access: 'root', key: 'j' } } },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(booksQuery)
    return loadNamespaces('table', 'operations')
  },
  component: BooksPage,
})
