export const NAME_FORMATS = ['lines', 'comma', 'json'] as const
export type NameFormat = (typeof NAME_FORMATS)[number]

/** Returns model names as text for pasting elsewhere. */
export function formatNames(names: readonly string[], format: NameFormat): string {
  if (format === 'json') return JSON.stringify(names)
  return names.join(format === 'comma' ? ',' : '\n')
}
