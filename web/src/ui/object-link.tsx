import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { tipIfCut } from '#web/ui/tooltip.tsx'

interface ObjectLinkProps {
  kind: 'model' | 'channel' | 'user' | 'token'
  /** Of a model the name; undefined or 0 where nothing is left that a link could lead to. */
  id: string | number | null | undefined
  children: ReactNode
}

const LOOK = 'min-w-0 truncate underline decoration-line underline-offset-2 hover:text-primary hover:decoration-current'

/** Returns where the page of an object is. */
export const objectPage = (kind: ObjectLinkProps['kind'], id: string | number) =>
  kind === 'model'
    ? ({ to: '/models/$', params: { _splat: String(id) } } as const)
    : ({ to: `/${kind}/$id`, params: { id: Number(id) } } as const)

/** A name that leads to the page of its object. */
export function ObjectLink({ kind, id, children }: ObjectLinkProps) {
  const look = { className: LOOK, ...(typeof children === 'string' && tipIfCut(children)), children }
  if (!id) return <span className="min-w-0 truncate">{children}</span>
  return <Link {...objectPage(kind, id)} {...look} />
}
