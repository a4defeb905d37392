import * as api from '#contract/api/tasks.ts'
import { imageBaseUrl } from '../../calls/tasks/image-base-url.ts'
import { hideChannel, presentDrawing, presentTask } from '../../calls/tasks/present.ts'
import { listDrawings, listTasks, readUsernames } from '../../calls/tasks/queries.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { page } from '../../platform/http/reply.ts'

/** Drawing tasks and asynchronous tasks: of all users for administrators, of themselves for users. */
export function taskRoutes(routes: Routes): void {
  routes.guarded(api.listDrawings, async ({ services, query }) => {
    const { rows, total } = await listDrawings(services.store.reads, query, pagingOf(query))
    const imagesAt = imageBaseUrl(services)
    const names = await readUsernames(services.store.reads, rows)
    return page(
      rows.map((row) => ({ ...presentDrawing(row, imagesAt), username: names.get(row.user_id) })),
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
    const names = await readUsernames(services.store.reads, rows)
    return page(
      rows.map((row) => ({ ...presentTask(row), username: names.get(row.user_id) })),
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

const pagingOf = ({ p, page_size }: { p: number; page_size: number }) => ({ offset: p * page_size, limit: page_size })
