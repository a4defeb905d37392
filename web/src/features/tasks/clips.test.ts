import { expect, test } from 'bun:test'
import { clipsOf } from './clips.ts'

test('music is a list of clips with sound, film and lyrics', () => {
  const audio = 'https://cdn.test/1.mp3'
  const clips = [
    { title: 'Rain', audio_url: audio, video_url: '', metadata: { prompt: 'la la' } },
    { title: 'Sun', audio_url: audio, video_url: 'https://cdn.test/1.mp4' },
  ]
  expect(clipsOf(clips)).toEqual([
    { title: 'Rain', audio, video: '', text: 'la la' },
    { title: 'Sun', audio, video: 'https://cdn.test/1.mp4', text: '' },
  ])
})

test('lyrics are one piece', () => {
  expect(clipsOf({ title: 'Rain', text: 'drip' })).toEqual([{ title: 'Rain', audio: '', video: '', text: 'drip' }])
})

test('anything else has nothing to show', () => {
  const strange = [
    null,
    undefined,
    'text',
    3,
    [],
    [null],
    {},
    [{ title: 'only' }],
    { audio_url: 'javascript:alert(1)' },
  ]
  for (const data of strange) expect(clipsOf(data)).toEqual([])
})
