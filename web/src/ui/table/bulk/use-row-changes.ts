import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { toast } from '../../toast/toast.tsx'
import type { List } from './change-many.ts'

/** A change of many rows of a list. */
export interface Bulk<Row> {
  rows: readonly Row[]
  client: QueryClient
}

/** The changes of many rows that a list loads with the first of them; each asks for confirmation first. */
interface BulkChanges<Row> {
  turnRows: (
    bulk: Bulk<Row>,
    how: { on: boolean; attempt: (run: () => Promise<unknown>) => void },
  ) => Promise<readonly Row[]>
  deleteRows: (bulk: Bulk<Row>) => Promise<readonly Row[]>
}

interface RowChanges<Row, Changes extends BulkChanges<Row>> {
  list: List
  /** The statuses of rows that are on, and off. */
  on: number
  off: number
  send: (id: number, status: number) => Promise<Row>
  queries: {
    patch: (client: QueryClient, id: number, patch: { status: number } | Row) => void
    hold: (client: QueryClient) => () => void
    refresh: (client: QueryClient) => unknown
  }
  load: () => Promise<Changes>
  /** A single row is enabled or disabled without a question. */
  asksForOne?: boolean
}

/** Returns the actions on rows of a list. The query cache reports failures. */
export function useRowChanges<
  Row extends { id: number; name: string; status: number },
  Changes extends BulkChanges<Row>,
>(given: RowChanges<Row, Changes>) {
  const { list, send, queries, load, asksForOne } = given
  const client = useQueryClient()
  const statusOf = (on: boolean) => (on ? given.on : given.off)
  const status = useMutation({
    mutationFn: ({ row, on }: { row: Row; on: boolean }) => send(row.id, statusOf(on)),
    onMutate({ row, on }) {
      const release = queries.hold(client)
      queries.patch(client, row.id, { status: statusOf(on) })
      return release
    },
    onError(_error, { row }) {
      queries.patch(client, row.id, { status: row.status })
      // The row may have changed meanwhile.
      void queries.refresh(client)
    },
    onSuccess(reply, { row, on }) {
      queries.patch(client, row.id, reply)
      const undo = { label: i18next.t('action.undo'), run: () => status.mutate({ row: reply, on: !on }) }
      toast.success(i18next.t(`${list}:toast.${on ? 'enabled' : 'disabled'}`, { name: row.name }), { action: undo })
    },
    onSettled: (_reply, _error, _act, release) => release?.(),
  })
  // A mutation, so that failures of the lazily loaded code are reported like those of any other change.
  const change = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() })
  /** Resolves with the rows that can be deselected. */
  async function changeMany(act: (changes: Changes) => Promise<readonly Row[]>): Promise<readonly Row[]> {
    let done: readonly Row[] = []
    const run = async () => {
      done = await act(await load())
    }
    await change.mutateAsync(run).catch(() => {})
    return done
  }
  return {
    changeMany,
    setStatus: (row: Row, on: boolean) => status.mutate({ row, on }),
    /** Asks for confirmation when there are many. Resolves with the rows that can be deselected. */
    async setStatusOfMany(rows: readonly Row[], on: boolean): Promise<readonly Row[]> {
      const [row] = rows
      if (row && rows.length === 1 && !asksForOne) {
        return status.mutateAsync({ row, on }).then(
          () => rows,
          () => [],
        )
      }
      const attempt = change.mutate
      return changeMany(({ turnRows }) => turnRows({ rows, client }, { on, attempt }))
    },
    /** Asks for confirmation. Resolves with the deleted rows. */
    remove: (rows: readonly Row[]) => changeMany(({ deleteRows }) => deleteRows({ rows, client })),
  }
}
