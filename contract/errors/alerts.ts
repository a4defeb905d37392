import type { ErrorText } from './text.ts'

/** Alerts, their rules and sinks. */
export const alertsErrors = {
  alert_parameter_invalid: {
    status: 200,
    zh: '规则的参数 {name} 不正确',
    en: 'The parameter {name} of the rule is not right',
  },
  alert_setting_invalid: {
    status: 200,
    zh: '通知方式的设置 {name} 缺失或格式不正确',
    en: 'The setting {name} of the sink is missing or malformed',
  },
  alert_sink_unknown: { status: 200, zh: '没有编号为 {id} 的通知方式', en: 'There is no sink {id}' },
  alert_quiet_hours: {
    status: 200,
    zh: '免打扰时段需要开始和结束两个时间',
    en: 'Quiet hours need a beginning and an end',
  },
  alert_too_many_sinks: { status: 200, zh: '最多可添加 {max} 个通知方式', en: 'At most {max} sinks are possible' },
  alert_not_taken: { status: 200, zh: '测试消息未被接收：{detail}', en: 'The test message was not taken: {detail}' },
} as const satisfies Record<string, ErrorText>
