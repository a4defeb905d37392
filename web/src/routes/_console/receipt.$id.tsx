import { createFileRoute } from '@tanstack/react-router'
import { ReceiptPage } from '#web/features/wallet/receipt-page.tsx'
import { numberedReceiptsQuery, receiptQuery } from '#web/features/wallet/receipt-query.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/receipt/$id')({
  staticData: { page: { name: 'receipt' } },
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(receiptQuery(Number(params.id)))
    void context.queryClient.prefetchQuery(numberedReceiptsQuery(Number(params.id)))
    return loadNamespaces('wallet', 'receipts', 'form')
  },
  component: ReceiptPage,
})
