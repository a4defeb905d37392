/**
 * Adds a script of another site, which the CSP must allow. Resolves when it has run; rejects when it cannot be
 * fetched or the CSP blocks it.
 */
export function addScript(parent: Element, src: string, attributes: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${src} cannot be loaded`))
    script.src = src
    parent.append(script)
  })
}
