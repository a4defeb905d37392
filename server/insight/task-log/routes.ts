import * as api from '#contract/api/tasks.ts'
import type { Calls } from '../../calls/calls.ts'
import { imageBaseUrl } from '../../calls/tasks/image-base-url.ts'
import { hideChannel, presentDrawing, presentTask } from '../../calls/tasks/present.ts'
import { listDrawings, listTasks, readUsernames } from '../../calls/tasks/queries.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { page } from '../../platform/http/reply.ts'
import type { Platform } from '../../platform/platform.ts'

/** Drawing tasks and asynchronous tasks: of all users for administrators, of themselves for users. */
export function taskRoutes(routes: Routes): void {
  routes.guarded(api.listDrawings, async ({ services, query }) => {
    const { rows, total } = await listDrawings(services.store.reads, query, pagingOf(query))
    const imagesAt = imageBaseUrl(services)
    const named = await namesOf(services, rows)
    return page(
      rows.map((row) => ({ ...presentDrawing(row, imagesAt), ...named(row) })),
      total,
    )
  })
  routes.guarded(api.listOwnDrawings, async ({ services, actor, query }) => {
    const { rows, total } = await listDrawings(services.store.reads, { ...query, userId: actor.id }, pagingOf(query))
    const imagesAt = imageBaseUrl(services)
    return page(
      rows.map((row) => hideChannel(presentDrawing(row, imagesAt))),
      total,
    )
  })
  routes.guarded(api.listTasks, async ({ services, query }) => {
    const { rows, total } = await listTasks(services.store.reads, query, pagingOf(query))
    const named = await namesOf(services, rows)
    return page(
      rows.map((row) => ({ ...presentTask(row), ...named(row) })),
      total,
    )
  })
  routes.guarded(api.listOwnTasks, async ({ services, actor, query }) => {
    const { rows, total } = await listTasks(services.store.reads, { ...query, userId: actor.id }, pagingOf(query))
    return page(
      rows.map((row) => hideChannel(presentTask(row))),
      total,
    )
  })
}

/** Returns the present names of a row's user and channel. */
async function namesOf({ store, channels }: Platform & Calls, rows: readonly Whose[]) {
  const names = await readUsernames(store.reads, rows)
  return (row: Whose) => ({ username: names.get(row.user_id), channel_name: channels.byId(row.channel_id)?.name })
}

type Whose = Pick<api.Task, 'user_id' | 'channel_id'>

const pagingOf = ({ p, page_size }: { p: number; page_size: number }) => ({ offset: p * page_size, limit: page_size })
