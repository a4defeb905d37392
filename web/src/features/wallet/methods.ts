/** Payment methods, by their names in the contract. */
export const METHODS = [
  { id: 'zfb', text: 'method.zfb', look: undefined },
  { id: 'wx', text: 'method.wx', look: 'border-success! bg-success! hover:opacity-90' },
] as const

export type Method = (typeof METHODS)[number]['id']

/** Returns the translation key of an order's payment method; null for unknown ones. */
export const methodText = (method: string) => METHODS.find(({ id }) => id === method)?.text ?? null
