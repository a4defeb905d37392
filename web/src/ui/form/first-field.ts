/**
 * The field that a form wants to start in, or null. Not on touch screens: there the keyboard would cover the form before
 * it has been read.
 */
export function firstField(container: Element | null): HTMLElement | null {
  if (!matchMedia('(pointer: fine)').matches) return null
  return container?.querySelector<HTMLElement>('[data-autofocus]') ?? null
}
