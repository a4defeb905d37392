import { timingSafeEqual } from 'node:crypto'

/** Whether two texts are equal; how long it takes tells nothing about where they differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
