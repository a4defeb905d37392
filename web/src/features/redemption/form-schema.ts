import { newRedemptions, redemptionChange } from '#contract/api/redemption.ts'

// In a file of their own, so that the list does not carry the schemas that only its drawers need.

export const createForm = newRedemptions
export const editForm = redemptionChange
