/**
 * A drawing platform of the midjourney-proxy family: `docs/api.md` of novicezk/midjourney-proxy and of its `plus`
 * variant. Every question about a task brings it a step further. What a prompt says decides how it ends:
 * `queued` 22, `exists` 21, `full` 23, `banned` 24, `no account` 3, `saturated` 30, `fail` a task that fails,
 * `slow` one that goes no further than 46%, `lost` one that the platform forgets, `broken` an answer that is no JSON.
 */
export interface FakeDrawing {
  id: string
  action: string
  status: string
  progress: string
  prompt: string
  promptEn: string
  description: string
  state: string
  submitTime: number
  startTime: number | null
  finishTime: number | null
  imageUrl: string | null
  failReason: string | null
  properties: Record<string, unknown>
  buttons: object[]
}

export interface Drawings {
  tasks: Map<string, FakeDrawing>
  answer(method: string, path: string, body: Record<string, unknown> | undefined, base: string): Response | undefined
}

/** One grey point. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)
const STEPS = ['0%', '46%', '92%']
const UUID = '3a1f0c9e-0000-4000-8000-00000000beef'

export function createDrawings(): Drawings {
  const tasks = new Map<string, FakeDrawing>()
  let serial = 0
  const newId = () => `1717243200123${String(++serial).padStart(3, '0')}`

  function submit(kind: string, body: Record<string, unknown>): Response {
    const prompt = String(body.prompt ?? '')
    const refused = REFUSALS.find(([word]) => prompt.includes(word))?.[1]
    if (refused) return Response.json(refused)
    if (prompt.includes('broken')) return new Response('<html>502</html>', { status: 502 })
    if (kind === 'upload-discord-images') {
      return Response.json({ code: 1, description: '成功', result: ['http://127.0.0.1:9/up1.png'] })
    }
    const parent = typeof body.taskId === 'string' ? tasks.get(body.taskId) : parentIn(body.content)
    if (FOLLOW_UPS.includes(kind) && !parent) {
      return Response.json({ code: 3, description: '关联任务不存在或已失效', result: null, properties: {} })
    }
    if (kind === 'modal' && parent) return confirmed(parent, prompt)
    const action = actionOf(kind, body)
    const task = begin(action, prompt || (parent?.prompt ?? ''), String(body.state ?? ''))
    if (prompt.includes('lost')) tasks.delete(task.id)
    if (action === 'CUSTOM_ZOOM' || action === 'INPAINT') {
      task.status = 'MODAL'
      return reply(21, 'Waiting for window confirm', task.id, { finalPrompt: prompt, remix: true })
    }
    if (prompt.includes('exists')) {
      const imageUrl = 'http://127.0.0.1:9/known.png'
      Object.assign(task, { status: 'SUCCESS', progress: '100%', imageUrl })
      return reply(21, '任务已存在', task.id, { status: 'SUCCESS', imageUrl })
    }
    if (prompt.includes('queued')) return reply(22, '排队中，前面还有1个任务', task.id, { numberOfQueues: 1 })
    return reply(1, '提交成功', task.id, { discordInstanceId: '1118138338562560102' })
  }

  function begin(action: string, prompt: string, state: string): FakeDrawing {
    const task: FakeDrawing = {
      id: newId(),
      action,
      status: 'SUBMITTED',
      progress: '0%',
      prompt,
      promptEn: prompt,
      description: `/${action.toLowerCase()} ${prompt}`,
      state,
      submitTime: Date.now(),
      startTime: null,
      finishTime: null,
      imageUrl: null,
      failReason: null,
      properties: { finalPrompt: `${prompt} --v 6.0` },
      buttons: [],
    }
    tasks.set(task.id, task)
    return task
  }

  function confirmed(task: FakeDrawing, prompt: string): Response {
    if (task.status !== 'MODAL') return Response.json({ code: 4, description: '关联任务状态错误', result: null })
    Object.assign(task, { status: 'SUBMITTED', prompt })
    return reply(1, '提交成功', task.id, {})
  }

  const parentIn = (content: unknown) => tasks.get(String(content ?? '').split(' ')[0] ?? '')

  return {
    tasks,
    answer(method, path, body, base) {
      const [, kind] = /^\/mj\/(?:submit|insight-face)\/([\w-]+)$/.exec(path) ?? []
      if (kind && method === 'POST') return body ? submit(kind, body) : new Response('', { status: 400 })
      if (path === '/mj/task/list-by-condition') {
        const ids = (body?.ids ?? []) as string[]
        const known = ids.map((id) => tasks.get(id)).filter((task) => task !== undefined)
        for (const task of known) advance(task, base)
        return Response.json(known)
      }
      const [, id = '', what] = /^\/mj\/task\/([^/]+)\/(fetch|image-seed)$/.exec(path) ?? []
      if (what === 'image-seed') return Response.json({ code: 1, description: '成功', result: '636646138' })
      if (what === 'fetch') return Response.json(tasks.get(id) ?? null)
      if (/^\/mj\/pictures\//.test(path)) return new Response(PICTURE, { headers: { 'content-type': 'image/png' } })
      return undefined
    },
  }
}

const FOLLOW_UPS = ['change', 'simple-change', 'action', 'modal']

const REFUSALS: readonly (readonly [string, object])[] = [
  ['full', { code: 23, description: '队列已满，请稍后尝试', result: '14001929738841620' }],
  ['banned', { code: 24, description: '可能包含敏感词', properties: { promptEn: 'x', bannedWord: 'x' } }],
  ['no account', { code: 3, description: '无可用的账号实例', result: null, properties: {} }],
  ['saturated', { code: 30, description: 'busy' }],
]

const reply = (code: number, description: string, result: string, properties: object) =>
  Response.json({ code, description, result, properties })

function actionOf(kind: string, body: Record<string, unknown>): string {
  if (kind === 'change') return String(body.action)
  if (kind === 'action') return /CustomZoom/.test(String(body.customId)) ? 'CUSTOM_ZOOM' : 'UPSCALE'
  return kind.toUpperCase()
}

/** A step towards the end. */
function advance(task: FakeDrawing, base: string): void {
  if (task.status === 'SUCCESS' || task.status === 'FAILURE' || task.status === 'MODAL') return
  task.startTime ??= Date.now()
  const step = STEPS.indexOf(task.progress)
  const isStarted = task.status === 'IN_PROGRESS'
  task.status = 'IN_PROGRESS'
  if (isStarted && task.prompt.includes('fail')) {
    Object.assign(task, { status: 'FAILURE', progress: '', failReason: 'Invalid link!', finishTime: Date.now() })
    return
  }
  if (!isStarted) return
  if (task.prompt.includes('slow') && task.progress === '46%') return
  task.progress = STEPS[step + 1] ?? '100%'
  task.imageUrl = `${base}/mj/pictures/${task.id}.png`
  if (task.progress !== '100%') return
  Object.assign(task, { status: 'SUCCESS', finishTime: Date.now(), buttons: BUTTONS })
}

const BUTTONS = [
  { customId: `MJ::JOB::upsample::1::${UUID}`, emoji: '', label: 'U1', type: 2, style: 2 },
  { customId: `MJ::CustomZoom::${UUID}`, emoji: '', label: 'Custom Zoom', type: 2, style: 2 },
]
