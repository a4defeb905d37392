/**
 * A Suno-API server (github.com/Suno-API/Suno-API). Every question about a task brings it a step further; a prompt that
 * says `fail` makes one that fails, `slow` one that never ends, `refused` is refused, `busy` meets 429.
 */
export interface FakeSong {
  task_id: string
  action: string
  status: string
  fail_reason: string
  submit_time: number
  start_time: number
  finish_time: number
  search_item: string
  data: unknown
  prompt: string
}

export interface Songs {
  tasks: Map<string, FakeSong>
  answer(path: string, body: Record<string, unknown> | undefined): Response | undefined
}

const STEPS = ['SUBMITTED', 'QUEUED', 'IN_PROGRESS', 'SUCCESS']
const seconds = () => Math.floor(Date.now() / 1000)

export function createSongs(): Songs {
  const tasks = new Map<string, FakeSong>()

  function submit(action: string, body: Record<string, unknown>): Response {
    const prompt = String(body.prompt ?? body.gpt_description_prompt ?? '')
    if (prompt.includes('busy')) return problem(429, 'too many requests')
    if (prompt.includes('refused') || (action === 'LYRICS' && !prompt)) return problem(400, 'prompt is empty')
    if (prompt.includes('odd')) return Response.json({ code: 'odd_failure', message: 'something odd', data: null })
    if (action !== 'MUSIC' && action !== 'LYRICS') return problem(400, 'invalid action')
    if (body.continue_clip_id && !body.task_id) return problem(400, 'task_id is empty')
    const task_id = crypto.randomUUID()
    tasks.set(task_id, {
      task_id,
      action,
      status: 'SUBMITTED',
      fail_reason: '',
      submit_time: seconds(),
      start_time: 0,
      finish_time: 0,
      search_item: '',
      data: null,
      prompt,
    })
    return Response.json({ code: 'success', message: '', data: task_id })
  }

  return {
    tasks,
    answer(path, body) {
      if (!body) return undefined
      const [, action] = /^\/suno\/submit\/(\w+)$/.exec(path) ?? []
      if (action) return submit(action.toUpperCase(), body)
      if (path !== '/suno/fetch') return undefined
      const known = (body.ids as string[]).map((id) => tasks.get(id)).filter((task) => task !== undefined)
      for (const task of known) advance(task)
      return Response.json({ code: 'success', message: '', data: known })
    },
  }
}

const problem = (status: number, message: string) =>
  Response.json({ code: status === 400 ? 'invalid_request' : 'internal_error', message, data: null }, { status })

function advance(task: FakeSong): void {
  if (task.status === 'SUCCESS' || task.status === 'FAILURE') return
  task.start_time ||= seconds()
  if (task.prompt.includes('fail') && task.status === 'IN_PROGRESS') {
    Object.assign(task, { status: 'FAILURE', fail_reason: 'moderation failure', finish_time: seconds() })
    return
  }
  if (task.prompt.includes('slow') && task.status === 'IN_PROGRESS') return
  task.status = STEPS[STEPS.indexOf(task.status) + 1] ?? 'SUCCESS'
  if (task.status !== 'SUCCESS') return
  task.finish_time = seconds()
  task.data =
    task.action === 'LYRICS'
      ? { id: 'lyrics-1', status: 'complete', title: '测试', text: '啦啦啦' }
      : [{ id: 'clip-0001', status: 'complete', title: '测试曲', audio_url: 'http://127.0.0.1:9/1.mp3' }]
}
