import type { Language } from '#contract/errors.ts'

/** What the people of a demo have written, in the language of its console. */
export interface DemoTexts {
  site: string
  notice: string
  groups: Record<'default' | 'vip', string>
  /** Display names and keys by login; of each user's keys the second is a job's, the third one for search. */
  users: Record<'root' | 'alice' | 'bob' | 'carol', { name: string; keys: [string, string, string] }>
  keyNote: string
  tags: [team: string, job: string]
  company: { name: string; address: string; taxId: string; taxName: string; taxRate: string; account: string }
  customer: { name: string; address: string; tax_id: string }
  refund: string
  /** Names of batches of redemption codes, with their number and worth in dollars. */
  codes: [name: string, count: number, dollars: number][]
  onCall: { kind: 'slack' | 'feishu'; name: string; url: string }
  incident: { title: string; body: string }
  prompts: Record<'long' | 'fog' | 'night' | 'rails' | 'lamp' | 'further' | 'unknown' | 'left' | 'song', string>
  lyrics: { title: string; text: string }
}

const en: DemoTexts = {
  site: 'Switchyard Demo',
  notice: 'This is a demo. Its data is deleted when it stops.',
  groups: { default: 'Standard', vip: 'Premium' },
  users: {
    root: { name: 'Operations', keys: ['Status checks', 'Nightly evaluation', 'Docs search'] },
    alice: { name: 'Alice Martin', keys: ['Support assistant', 'Ticket tagging', 'Help center search'] },
    bob: { name: 'Bob Jansen', keys: ['Code review bot', 'Release notes', 'Code search'] },
    carol: { name: 'Carol Weber', keys: ['Invoice reader', 'Weekly report', 'Archive search'] },
  },
  keyNote: 'Runs every night at 02:00',
  tags: ['platform', 'batch'],
  company: {
    name: 'Example Technology Ltd.',
    address: '100 Example Street\nLondon EC1A 1BB',
    taxId: 'GB 123 4567 89',
    taxName: 'VAT',
    taxRate: '20',
    account: 'Example Technology Ltd.\nFirst Bank, London\nGB33 BUKB 2020 1555 5555 55',
  },
  customer: { name: 'Martin Software GmbH', address: 'Beispielstraße 5\n10115 Berlin', tax_id: 'DE123456789' },
  refund: 'Paid twice',
  codes: [
    ['Welcome credit', 3, 1],
    ['Hackathon 2026', 3, 5],
    ['Trade fair booth', 2, 2],
  ],
  onCall: { kind: 'slack', name: 'On-call channel', url: 'https://hooks.slack.com/services/T000/B000/demo' },
  incident: {
    title: 'Claude Sonnet 4.6 was overloaded',
    body: 'The vendor refused about half of the calls for five hours. A second channel has been added since.',
  },
  prompts: {
    long:
      'A quiet railway switchyard at dawn, two tracks that join under a signal bridge, thin fog over the sleepers, ' +
      'the first sun on wet steel, wide angle, muted blues and one warm lamp, painted in gouache --ar 3:2 --v 6',
    fog: 'Fog over the tracks',
    night: 'A switchyard at night, snow, warm light',
    rails: 'Rails after rain',
    lamp: 'Make the lamp red',
    further: 'From further away',
    unknown: 'An action that this console does not know yet',
    left: 'Pan to the left',
    song: 'A song about rails',
  },
  lyrics: { title: 'Daybreak', text: 'Rails in the morning light\nrun together as one line' },
}

const zh: DemoTexts = {
  site: 'Switchyard 演示站',
  notice: '这是演示环境，停止后数据会被清除。',
  groups: { default: '标准', vip: '高级' },
  users: {
    root: { name: '运维组', keys: ['状态巡检', '夜间评测', '文档搜索'] },
    alice: { name: '陈雅丽', keys: ['客服助手', '工单分类', '帮助中心搜索'] },
    bob: { name: '王博文', keys: ['代码评审', '发布说明', '代码搜索'] },
    carol: { name: '林可欣', keys: ['发票识别', '周报生成', '档案搜索'] },
  },
  keyNote: '每天凌晨两点运行',
  tags: ['平台组', '批处理'],
  company: {
    name: '示例科技有限公司',
    address: '上海市浦东新区示例大道 100 号',
    taxId: '91310115MA1K3EXAMP',
    taxName: '增值税',
    taxRate: '6',
    account: '示例科技有限公司\n示例银行上海分行\n6222 0000 0000 0000 000',
  },
  customer: { name: '雅丽软件有限公司', address: '杭州市西湖区示例路 5 号', tax_id: '91330106MA2EXAMPLE' },
  refund: '重复付款',
  codes: [
    ['新用户礼包', 3, 1],
    ['黑客松奖励', 3, 5],
    ['展会赠送', 2, 2],
  ],
  onCall: { kind: 'feishu', name: '值班群', url: 'https://open.feishu.cn/open-apis/bot/v2/hook/demo' },
  incident: {
    title: 'Claude Sonnet 4.6 过载',
    body: '五小时内约有一半的调用被厂商拒绝。此后已添加第二个渠道。',
  },
  prompts: {
    long:
      '黎明时分安静的铁路编组站，两条轨道在信号桥下汇合，枕木上飘着薄雾，初升的阳光照在湿润的钢轨上，广角，' +
      '低饱和的蓝色，一盏暖色的灯，水粉画 --ar 3:2 --v 6',
    fog: '轨道上的雾',
    night: '夜里的编组站，雪，暖色灯光',
    rails: '雨后的钢轨',
    lamp: '把灯改成红色',
    further: '镜头拉远',
    unknown: '控制台还不认识的操作',
    left: '向左平移',
    song: '一首关于铁轨的歌',
  },
  lyrics: { title: '清晨', text: '钢轨在晨光里\n汇成一条线' },
}

export const DEMO_TEXTS: Readonly<Record<Language, DemoTexts>> = { en, zh }
