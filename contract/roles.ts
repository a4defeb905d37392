/** User roles; a higher number includes the lower ones. */
export const ROLE = { guest: 0, user: 1, admin: 10, root: 100 } as const
export type Role = (typeof ROLE)[keyof typeof ROLE]
