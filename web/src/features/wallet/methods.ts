/** Ways to pay, by their names in the contract. */
export const METHODS = [
  { id: 'zfb', text: 'method.zfb', look: undefined },
  { id: 'wx', text: 'method.wx', look: 'border-success! bg-success! hover:opacity-90' },
] as const

export type Method = (typeof METHODS)[number]['id']

/** The text of a method that an order names; null for one that this console does not know. */
export const methodText = (method: string) => METHODS.find(({ id }) => id === method)?.text ?? null
