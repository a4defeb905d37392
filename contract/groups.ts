/** The group of new users, and of channels that are given none (product brief). */
export const DEFAULT_GROUP = 'default'
