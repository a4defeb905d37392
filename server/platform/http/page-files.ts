import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const files = z.array(z.string())
/** The build's list of the console's pages, by address; `$` stands for any part, at the end for any rest. */
const pageList = z.object({
  /** The files of the members' frame. */
  frame: files,
  visitors: z.record(z.string(), files),
  members: z.record(z.string(), files),
})
export type PageList = z.infer<typeof pageList>

export interface Pages {
  /** Whether an address is a page of the console; always true without a list of them. */
  isPage(path: string): boolean
  /** The scripts that a page imports, which the browser would otherwise find one after the other. */
  filesOf(path: string, isMember: boolean): string[]
}

/** Reads the build's list of pages. */
export function readPages(list: string): Pages {
  const read = existsSync(list) ? pageList.safeParse(JSON.parse(readFileSync(list, 'utf8'))) : undefined
  // A console that another version built has no such list.
  if (!read?.success) return { isPage: () => true, filesOf: () => [] }
  const { frame, visitors, members } = read.data
  const toPages = (pages: Record<string, string[]>) =>
    Object.entries(pages).map(([address, files]) => ({ pattern: patternOf(address), files }))
  const forAll = toPages(visitors)
  const forMembers = toPages(members)
  const find = (pages: typeof forAll, path: string) => pages.find(({ pattern }) => pattern.test(path))
  return {
    isPage: (path) => (find(forAll, path) ?? find(forMembers, path)) !== undefined,
    filesOf(path, isMember) {
      // Visitors are led from members' pages to the login.
      const page = find(forAll, path) ?? (isMember ? find(forMembers, path) : undefined)
      return page ? [...new Set([...(isMember ? frame : []), ...page.files])] : []
    },
  }
}

function patternOf(address: string): RegExp {
  const parts = address
    .split('/')
    .map((part) => (part === '$' ? '.+' : part.startsWith('$') ? '[^/]+' : RegExp.escape(part)))
  return new RegExp(`^${parts.join('/')}/?$`)
}
