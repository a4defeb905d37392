/**
 * The initial field to focus in a form, or null. None on touch screens, where the keyboard would cover the form.
 */
export function firstField(container: Element | null): HTMLElement | null {
  if (!matchMedia('(pointer: fine)').matches) return null
  return container?.querySelector<HTMLElement>('[data-autofocus]') ?? null
}
