import { newRedemptions, redemptionChange } from '#contract/api/redemption.ts'

// In a separate file, so that the list does not load the schemas of its drawers.

export const createForm = newRedemptions
export const editForm = redemptionChange
