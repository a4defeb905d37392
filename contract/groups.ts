/** Default group of new users and channels (product brief). */
export const DEFAULT_GROUP = 'default'

/** Label of a user's own group when the operator has set none (contract of this API family). */
export const OWN_GROUP_LABEL = '用户分组'
