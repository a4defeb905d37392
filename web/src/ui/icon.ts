import { createElement, type SVGProps } from 'react'

interface IconData {
  node: [tag: string, attributes: SVGProps<SVGElement>][]
}

/**
 * Makes an icon of Lucide's drawing, in place of `createLucideIcon`, which also serves other frameworks, names and
 * settings of a whole page and weighs more than all icons of the login page.
 */
export default function createIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ size = 24, ...rest }: SVGProps<SVGSVGElement> & { size?: number }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': !rest['aria-label'],
        ...rest,
      },
      ...shapes,
    )
}
