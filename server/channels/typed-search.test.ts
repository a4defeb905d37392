import { expect, test } from 'bun:test'
import { readTypedSearch as read } from './typed-search.ts'

test('a text without fields stays as it is typed', () => {
  for (const text of ['', 'main', '12', 'two  spaces', 'https://host:8080', 'colour:red', 'say "hi" now']) {
    expect(read(text)).toEqual({ words: text })
  }
})

test('fields stand between words, in any order', () => {
  expect(read('id:12')).toEqual({ words: '', id: [12] })
  expect(read('eu status:auto  west id:7')).toEqual({ words: 'eu west', status: [3], id: [7] })
  expect(read('group:vip model:gpt-4o test:failed')).toEqual({
    ...{ words: '', group: ['vip'], model: ['gpt-4o'], test: ['failed'] },
  })
  expect(read('TYPE:3 main')).toEqual({ words: 'main', type: [3] })
})

test('several values of a field are any of them', () => {
  expect(read('id:1,2,5')).toEqual({ words: '', id: [1, 2, 5] })
  expect(read('status:on status:auto')).toEqual({ words: '', status: [1, 3] })
  expect(read('status:off')).toEqual({ words: '', status: [2, 3] })
})

test('types have names in both languages; an exact one wins', () => {
  expect(read('type:azure').type).toEqual([3])
  expect(read('type:AzureOpenAI').type).toEqual([3])
  expect(read('type:"azure openai" x')).toEqual({ words: 'x', type: [3] })
  expect(read('type:openai').type).toEqual([1])
  expect(read('类型：百度').type?.toSorted()).toEqual([15, 46])
  expect(read('type:bedrock').type).toEqual([33])
})

test('it can be typed in Chinese, with its punctuation', () => {
  expect(read('状态：自动禁用')).toEqual({ words: '', status: [3] })
  expect(read('状态：已启用，自动')).toEqual({ words: '', status: [1, 3] })
  expect(read('分组:默认 模型:qwen')).toEqual({ words: '', group: ['默认'], model: ['qwen'] })
})

test('what is typed half fits what it may become', () => {
  expect(read('status:a').status).toEqual([3])
  expect(read('status:').words).toBe('status:')
  expect(read('type:az').type).toEqual([3])
})

test('what is not understood is a word', () => {
  for (const text of ['id:abc', 'type:nobody', 'status:purple', 'test:passed', 'id:1,x', 'id:,', 'name:x', 'type:""']) {
    expect(read(text)).toEqual({ words: text })
  }
  expect(read('id:abc status:on')).toEqual({ words: 'id:abc', status: [1] })
})
