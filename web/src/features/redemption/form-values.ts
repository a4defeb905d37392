import { NEW_REDEMPTION_QUOTA, type Redemption } from '#contract/api/redemption.ts'

export interface RedemptionFormValues {
  name: string
  quota: number
}

export interface NewRedemptionValues extends RedemptionFormValues {
  count: number
}

export const newRedemption: NewRedemptionValues = { name: '', quota: NEW_REDEMPTION_QUOTA, count: 1 }

export const valuesOfRedemption = ({ name, quota }: Redemption): RedemptionFormValues => ({ name, quota })
