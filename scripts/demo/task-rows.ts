import type { Insertable } from 'kysely'
import type { MidjourneyTable, TaskTable } from '#server/money/accounting/task-tables.ts'
import { DEMO_TEXTS, type DemoTexts } from './texts.ts'

const MINUTE = 60

interface Owner {
  userId: number
  channel: number
}

/** A small picture without a network. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#1b3a5c"/><circle cx="600" cy="150" r="70" fill="#f3c969"/><path d="M0 600 250 260 430 470 560 330 800 600Z" fill="#0f2236"/></svg>',
)}`

const { en } = DEMO_TEXTS

/** Drawing tasks of every kind, the newest first in time; their times are milliseconds. `now`: Unix seconds. */
export function drawingRows(
  now: number,
  { userId, channel }: Owner,
  { prompts }: DemoTexts = en,
): Insertable<MidjourneyTable>[] {
  const kinds: Partial<Insertable<MidjourneyTable>>[] = [
    { action: 'IMAGINE', status: 'IN_PROGRESS', progress: '42%', finish_time: 0, prompt: prompts.long },
    { action: 'UPSCALE', status: 'SUBMITTED', progress: '0%', finish_time: 0, prompt: prompts.fog, code: 21 },
    { action: 'IMAGINE', image_url: PICTURE, prompt: prompts.night, prompt_en: en.prompts.night },
    { action: 'VARIATION', image_url: 'https://images.invalid/gone.png', prompt: prompts.rails },
    { action: 'DESCRIBE', prompt: '', description: '1. Two tracks that join\n2. A signal bridge' },
    {
      action: 'BLEND',
      status: 'FAILURE',
      progress: '30%',
      prompt: prompts.long,
      fail_reason:
        'Banned prompt detected: the request was refused by the drawing service, change the words and retry.',
    },
    { action: 'INPAINT', status: 'MODAL', progress: '0%', finish_time: 0, prompt: prompts.lamp },
    { action: 'SWAP_FACE', status: 'NOT_START', code: 0, progress: '', finish_time: 0, channel_id: 0, mj_id: '' },
    { action: 'CUSTOM_ZOOM', image_url: PICTURE, code: 22, prompt: prompts.further },
    { action: 'SOMETHING_NEW', status: 'RESTING', code: 99, prompt: prompts.unknown },
    { action: 'REROLL', image_url: PICTURE, prompt: prompts.long, prompt_en: en.prompts.long },
    { action: 'PAN', image_url: PICTURE, prompt: prompts.left },
  ]
  return kinds.map((columns, index) => {
    const submitted = (now - MINUTE * (2 + 30 * index)) * 1000
    return {
      code: 1,
      user_id: userId,
      mj_id: `17${String(320_551_968_273_410 + index * 7919)}`,
      prompt: '',
      prompt_en: '',
      description: '',
      state: '',
      submit_time: submitted,
      start_time: submitted + 800,
      finish_time: submitted + 21_400 + index * 6000,
      image_url: '',
      status: 'SUCCESS',
      progress: '100%',
      fail_reason: '',
      channel_id: channel,
      quota: 50_000,
      buttons: '',
      properties: '',
      action: 'IMAGINE',
      ...columns,
    }
  })
}

const CLIPS = [
  {
    id: 'clip-1',
    title: 'Morning Shift',
    audio_url: 'https://cdn.invalid/morning-shift.mp3',
    video_url: 'https://cdn.invalid/morning-shift.mp4',
    metadata: { prompt: '[Verse]\nSteel on steel before the sun\nTwo long lines become as one' },
  },
]

/** Asynchronous tasks of every kind; their times are seconds. `now`: Unix seconds. */
export function taskRows(
  now: number,
  { userId, channel }: Owner,
  { prompts, lyrics }: DemoTexts = en,
): Insertable<TaskTable>[] {
  const kinds: Partial<Insertable<TaskTable>>[] = [
    { status: 'IN_PROGRESS', progress: '60%', finish_time: 0 },
    { status: 'QUEUED', progress: '10%', finish_time: 0 },
    { data: JSON.stringify(CLIPS), properties: JSON.stringify({ input: prompts.song }) },
    { action: 'LYRICS', data: JSON.stringify(lyrics) },
    {
      status: 'FAILURE',
      progress: '30%',
      fail_reason: 'The platform refused the lyrics: they are too close to a song that exists. Change them and retry.',
    },
    { status: '', progress: '', finish_time: 0, task_id: '' },
    { status: 'NOT_START', progress: '0%', finish_time: 0 },
    { status: 'SUBMITTED', progress: '0%', finish_time: 0 },
    { status: 'UNKNOWN', progress: '0%', finish_time: 0 },
    { platform: 'elsewhere', action: 'FILM' },
    { action: 'LYRICS' },
    {},
  ]
  return kinds.map((columns, index) => {
    const submitted = now - index * 20
    return {
      created_at: submitted,
      updated_at: submitted,
      task_id: `8f14e45f-ceea-467f-a83e-${String(100_000_000_000 + index * 7919)}`,
      platform: 'suno',
      user_id: userId,
      channel_id: channel,
      quota: 25_000,
      action: 'MUSIC',
      status: 'SUCCESS',
      fail_reason: '',
      submit_time: submitted,
      start_time: submitted + 2,
      finish_time: submitted + 35 + index * 4,
      progress: '100%',
      properties: '',
      data: '',
      ...columns,
    }
  })
}
