/** The CSS properties that change the look of text without moving it. */
const HARMLESS = [
  'color',
  'background-color',
  'font-size',
  'font-style',
  'font-weight',
  'text-align',
  'text-decoration-line',
]

/** Applies the styles that `sanitise` has put aside. They are set through the DOM, which the CSP allows. */
export function applyStyles(root: Element) {
  for (const node of root.querySelectorAll<HTMLElement>('[data-style]')) {
    const wanted = document.createElement('i').style
    wanted.cssText = node.dataset.style ?? ''
    for (const name of HARMLESS) node.style.setProperty(name, wanted.getPropertyValue(name))
  }
}
