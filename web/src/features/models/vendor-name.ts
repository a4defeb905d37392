import type { TFunction } from 'i18next'

/** The name of a vendor; one that an operator has named has no translation. */
export const vendorName = (t: TFunction<'pricing'>, vendor: string): string => t(`vendor.${vendor}` as never, vendor)
