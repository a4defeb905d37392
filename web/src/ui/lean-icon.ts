import type { IconNode, LucideProps } from 'lucide-react'
import { createElement } from 'react'

/**
 * What the icons of lucide-react are drawn with: the same elements as its own component, without its context, its
 * class names and its ways to scale strokes, of which nothing here makes use (web/vite.config.ts).
 */
export default function createIcon({ node }: { node: IconNode }) {
  return ({ size = 24, ...rest }: LucideProps) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
