/** Where somebody who was invited registers. */
export const inviteLink = (address: string, code: string) =>
  `${address.replace(/\/+$/, '')}/register?${new URLSearchParams({ aff: code })}`
