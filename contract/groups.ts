/** The group of new users, and of channels that are given none (product brief). */
export const DEFAULT_GROUP = 'default'

/** Label of a user's own group where the operator has given it none (contract of this API family). */
export const OWN_GROUP_LABEL = '用户分组'
