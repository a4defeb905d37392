import { useTranslation } from 'react-i18next'
import type { OrderStatus } from '#contract/statuses.ts'
import { Status } from '#web/ui/status.tsx'
import type { TagColour } from '#web/ui/tag-colour.ts'

/** The tag colour of each order status. */
export const ORDER_COLOUR: Record<OrderStatus, TagColour> = {
  pending: 'amber',
  success: 'green',
  expired: 'grey',
  rejected: 'grey',
  refunding: 'purple',
  partly_refunded: 'purple',
  refunded: 'purple',
  disputed: 'red',
  charged_back: 'red',
}

/** The status of an order. */
export function OrderStatusTag({ status }: { status: OrderStatus }) {
  const { t } = useTranslation('wallet')
  return (
    <Status colour={ORDER_COLOUR[status]} tooltip={t(`statusHint.${status}`)}>
      {t(`status.${status}`)}
    </Status>
  )
}

/** Returns whether a text is an order status. */
export const isOrderStatus = (text: string): text is OrderStatus => Object.hasOwn(ORDER_COLOUR, text)
