import { expect, test } from 'bun:test'
import { safeContentType } from './whole-answer.ts'

const JSON_BODY = Buffer.from(' {"choices":[]}')
const SOUND = Buffer.from('ID3\x04')

test('data, texts, pictures and sounds are called what the upstream calls them', () => {
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="utf-8"',
    'text/plain; charset=utf-8',
    'text/vtt',
    'audio/mpeg',
    'image/png',
    'video/mp4',
    'application/octet-stream',
    'application/x-subrip',
    'application/vnd.api+json',
  ]) {
    expect(safeContentType(type, JSON_BODY)).toBe(type)
  }
})

test('what a browser would run as a page of ours, and what has no type, is called what it looks like', () => {
  for (const type of [
    'text/html',
    'TEXT/HTML; charset=utf-8',
    'application/xhtml+xml',
    'text/xml',
    'application/xml',
    'image/svg+xml',
    'application/rss+xml',
    'multipart/x-mixed-replace',
    'text/javascript',
    'application/json, text/html',
    'text/plain; charset=utf-8, text/html',
    'audio/mpeg\ttext/html',
    '*/*',
    '',
    undefined,
  ]) {
    expect(safeContentType(type, JSON_BODY)).toBe('application/json')
    expect(safeContentType(type, SOUND)).toBe('application/octet-stream')
  }
})
