/** Returns the registration URL with the invite code. */
export const inviteLink = (address: string, code: string) =>
  `${address.replace(/\/+$/, '')}/register?${new URLSearchParams({ aff: code })}`
