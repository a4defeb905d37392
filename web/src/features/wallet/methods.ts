import { useTranslation } from 'react-i18next'
import type { OfferedPaymentMethod } from '#contract/api/site.ts'
import { findPaymentMethod, gatewaySpec, isConfirmed, PAYMENT_GATEWAYS } from '#contract/payment-gateways.ts'
import type { Language } from '#web/lib/language.ts'

const LOOKS = { green: 'border-success! bg-success! hover:opacity-90' } as const

/** Returns the classes of a method's button. */
export function lookOf(method: string): string | undefined {
  const look = findPaymentMethod(method)?.look
  return look && LOOKS[look]
}

/** Whether a method is paid by bank transfer: no page is opened for it. */
export const isConfirmedMethod = (method: string): boolean =>
  PAYMENT_GATEWAYS.some((id) => isConfirmed(id) && Object.hasOwn(gatewaySpec(id).methods, method))

/** Returns a function that names payment methods, localised; unknown ones by their id. */
export function useMethodText() {
  const { i18n } = useTranslation()
  return (method: string) => findPaymentMethod(method)?.label[i18n.language as Language] ?? method
}

/** The methods of the preferred gateway, shown without use while none is set up. */
export const USUAL_METHODS: readonly OfferedPaymentMethod[] = PAYMENT_GATEWAYS.slice(0, 1)
  .flatMap((id) => Object.keys(gatewaySpec(id).methods))
  .map((id) => ({ id, name: '', currency: 'CNY', price: 0 }))

/** Returns one method of each price and currency: what their prices are asked by. */
export function pricedMethods(methods: readonly OfferedPaymentMethod[]): OfferedPaymentMethod[] {
  return [...Map.groupBy(methods, termsOf).values()].flatMap((group) => group.slice(0, 1))
}

/** Methods with the same terms have the same price. */
export const termsOf = ({ currency, price }: OfferedPaymentMethod) => `${currency} ${price}`
