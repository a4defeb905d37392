const FIELDS = [
  'id',
  'username',
  'display_name',
  'password',
  'email',
  'role',
  'status',
  'group',
  'user_ratio',
  'quota',
  'used_quota',
  'request_count',
  'reason',
  'name',
  'type',
  'models',
  'base_url',
  'priority',
  'weight',
  'model_mapping',
  'status_code_mapping',
  'test_model',
  'auto_ban',
  'created_time',
  'copy_of',
  'before',
] as const
export type FieldName = (typeof FIELDS)[number]

/** Returns whether the catalogue has a label for the field. */
export const isFieldName = (name: string): name is FieldName => FIELDS.some((field) => field === name)

/** Returns whether a field counts quota units. */
export const isMoneyField = (name: string) => /(?:^|_)quota$/.test(name)

const YEAR_2001 = 1_000_000_000

/** Returns whether a field holds a time in Unix seconds. */
export const isTimeField = (name: string, value: number) =>
  value > YEAR_2001 && (/_(?:time|at)$/.test(name) || name === 'before')
