import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#web/ui/toast/toast.tsx'
import {
  type FileProblem,
  type KeptFile,
  kindOf,
  MAX_BYTES,
  MAX_FILES,
  problemOf,
  refusingModels,
} from './file-kinds.ts'
import { readFile } from './file-store.ts'
import { sizeText } from './size-text.ts'

/** What models read. Its code is loaded with the first file. */
const factsQuery = queryOptions({
  queryKey: ['catalogue', 'facts'],
  queryFn: async ({ client }) => {
    const { catalogueQuery } = await import('#web/features/models/catalogue-query.ts')
    return client.fetchQuery(catalogueQuery)
  },
  staleTime: 60_000,
})

/** The files of the question that is being written. */
export function useFiles(chosenModels: readonly string[]) {
  const { t } = useTranslation('playground')
  const [chosen, setChosen] = useState<readonly KeptFile[]>([])
  const { data: catalogue } = useQuery({ ...factsQuery, enabled: chosen.length > 0 })
  const models = (catalogue?.rows ?? []).filter(({ name }) => chosenModels.includes(name))
  const refused = chosen.find(({ kind }) => refusingModels(kind, models).length > 0)

  const wordsOf = (name: string, problem: FileProblem) => {
    const most = problem.is === 'size' ? problem.most : MAX_BYTES
    return t(`files.problem.${problem.is}`, { name, most: sizeText(most), count: MAX_FILES })
  }
  async function add(given: Iterable<File>) {
    const added: KeptFile[] = []
    for (const file of given) {
      const problem = problemOf(file, [...chosen, ...added])
      const kind = kindOf(file)
      if (problem || !kind) {
        toast.error(wordsOf(file.name, problem ?? { is: 'type' }))
        continue
      }
      const kept: KeptFile = { id: crypto.randomUUID(), name: file.name, type: file.type, kind, bytes: file.size }
      try {
        await readFile(kept.id, file)
        added.push(kept)
      } catch {
        toast.error(t('files.problem.unread', { name: file.name }))
      }
    }
    if (added.length > 0) setChosen((before) => [...before, ...added])
  }
  return {
    chosen,
    add: (given: Iterable<File>) => void add(given),
    remove: (id: string) => setChosen(chosen.filter((file) => file.id !== id)),
    clear: () => setChosen([]),
    /** Why the models cannot take them. */
    problem: refused && t(`files.refused.${refused.kind}`, { models: refusingModels(refused.kind, models).join(', ') }),
  }
}

export type Files = ReturnType<typeof useFiles>
