import type { ErrorText } from './text.ts'

/** What is wrong with a configuration document; each is told with its place in the document. */
export const configurationErrors = {
  configuration_unknown: { status: 200, zh: '未知的字段：{name}', en: 'Unknown field: {name}' },
  configuration_yaml: { status: 200, zh: '文件有误：{detail}', en: 'The file is wrong: {detail}' },
  configuration_type: {
    status: 200,
    zh: '类型不正确，应为 {expected}',
    en: 'Wrong kind of value: this must be {expected}',
  },
  configuration_section: {
    status: 200,
    zh: '{name} 应写在 {section} 部分',
    en: '{name} belongs into the section {section}',
  },
  configuration_unset: { status: 200, zh: '缺少 {name} 的值', en: 'Needs a value for {name}' },
  configuration_name: {
    status: 200,
    zh: '这一项的键应为 {name}',
    en: 'This would be known as {name}: write that as its key',
  },
  configuration_kind: {
    status: 200,
    zh: '现有项的类型是 {kind}，类型不能更改：请使用另一个名称',
    en: 'What has this name is of the kind {kind}, which cannot change: use another name',
  },
  configuration_sink: { status: 200, zh: '没有名为 {name} 的通知方式', en: 'There is no sink {name}' },
} as const satisfies Record<string, ErrorText>
