/** How text may look without leaving its place. */
const HARMLESS = [
  'color',
  'background-color',
  'font-size',
  'font-style',
  'font-weight',
  'text-align',
  'text-decoration-line',
]

/** Gives what is inside an element the looks that `sanitise` has put aside: through the document, which the policy allows. */
export function applyStyles(root: Element) {
  for (const node of root.querySelectorAll<HTMLElement>('[data-style]')) {
    const wanted = document.createElement('i').style
    wanted.cssText = node.dataset.style ?? ''
    for (const name of HARMLESS) node.style.setProperty(name, wanted.getPropertyValue(name))
  }
}
