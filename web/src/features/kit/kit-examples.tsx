import Plus from 'lucide-react/icons/plus'
import { ModelName } from '#web/features/vendors/vendor-mark.tsx'
import { DASH } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'
import { Input } from '#web/ui/input.tsx'
import { Level, Status } from '#web/ui/status.tsx'
import { GroupTag } from '#web/ui/tag.tsx'
import { Part } from './kit-page.tsx'

const ROWS = [
  ['gpt-5.1', 'green', 'On', 'default', '$1.25', 'green', '0.6 s'],
  ['claude-opus-5', 'yellow', 'Slow', 'vip', '$5.00', 'orange', '9.1 s'],
  ['gemini-3.8-flash', 'grey', 'Off', 'svip', '$0.30', 'grey', DASH],
] as const

/** Three pages that others follow: a list, a detail, a form. */
export function KitExamples() {
  return (
    <>
      <Part name="Example: list" column>
        <div className="flex items-center gap-3">
          <h3 className="flex-1 text-title">Channels</h3>
          <Button variant="primary" icon={<Plus size={16} aria-hidden />}>
            Add channel
          </Button>
        </div>
        <table className="surface w-full text-start">
          <thead className="text-small text-muted">
            <tr className="h-row">
              {['Model', 'Status', 'Group', 'Price', 'First byte'].map((head) => (
                <th key={head} scope="col" className="px-3 text-start font-normal">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([model, colour, status, group, price, level, time]) => (
              <tr key={model} className="h-row border-line border-t hover:bg-hover">
                <th scope="row" className="px-3 text-start font-normal">
                  <ModelName model={model} />
                </th>
                <td className="px-3">
                  <Status colour={colour}>{status}</Status>
                </td>
                <td className="px-3">
                  <GroupTag group={group} />
                </td>
                <td className="px-3 tabular-nums">{price}</td>
                <td className="px-3">
                  <Level colour={level}>{time}</Level>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
      <Part name="Example: detail" column>
        <div>
          <h3 className="text-title">gpt-5.1</h3>
          <p className="text-muted">What it is, in one sentence, before any number.</p>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Card title="Price">
            <p className="text-display font-strong tabular-nums">$1.25</p>
            <p className="text-small text-muted">per 1M input tokens · group default</p>
          </Card>
          <Card title="Availability" action={<Button size="small">History</Button>}>
            <Status colour="green">Answers, first byte 0.6 s</Status>
          </Card>
        </div>
      </Part>
      <Part name="Example: form" column>
        <form className="surface flex max-w-xl flex-col gap-4 p-4">
          <div className="flex flex-col gap-1">
            <label htmlFor="example-name" className="font-strong">
              Name
            </label>
            <Input id="example-name" defaultValue="build-bot" />
            <span className="text-small text-muted">Shown in the logs.</span>
          </div>
          <Switch label="Unlimited" checked onChange={() => {}} />
          <div className="flex gap-2">
            <Button variant="primary">Save</Button>
            <Button variant="ghost">Cancel</Button>
          </div>
        </form>
      </Part>
    </>
  )
}
