import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { type ReactNode, useState } from 'react'
import { QUOTA_PER_USD } from '#contract/quota.ts'
import { ThemeButton } from '#web/features/preferences/theme-button.tsx'
import { VendorMark } from '#web/features/vendors/vendor-mark.tsx'
import { VENDORS } from '#web/features/vendors/vendors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Kind, Level, Status } from '#web/ui/status.tsx'
import { GroupTag, Tag } from '#web/ui/tag.tsx'
import { COLOURS } from '#web/ui/tag-colour.ts'
import { Time } from '#web/ui/time.tsx'
import { KitExamples } from './kit-examples.tsx'
import { KitFields } from './kit-fields.tsx'
import { KitOverlays } from './kit-overlays.tsx'
import { KitTokens } from './kit-tokens.tsx'

/** Shows every component in every state, for review in both themes and languages. Development only. */
export default function KitPage() {
  const now = Date.now() / 1000
  return (
    <div className="flex max-w-5xl flex-col gap-6 p-4">
      <h1 className="flex items-center gap-2 text-display">
        Interface kit <ThemeButton />
      </h1>
      <KitTokens />
      <KitExamples />
      <Part name="Button">
        <Button variant="primary" icon={<Plus size={16} aria-hidden />} keys="c">
          Create token
        </Button>
        <Button>创建令牌</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="danger">Delete 12 tokens</Button>
        <Button loading>Saving</Button>
        <Button variant="primary" disabledReason="Nothing has changed yet">
          Save
        </Button>
        <Button size="small">Small</Button>
        <IconButton label="Edit token build-bot" keys="e" icon={<Pencil size={16} aria-hidden />} />
        <IconButton
          label="Delete token build-bot"
          disabledReason="It is in use"
          icon={<Trash2 size={16} aria-hidden />}
        />
        <CopyButton label="Copy key" text="sk-secret" shown="sk-…9f2a" />
        <Loader />
      </Part>
      <KitFields />
      <KitOverlays />
      <KitNames />
      <Part name="Money, time, keys">
        <Money quota={QUOTA_PER_USD * 1234.5} />
        <Money quota={1234} digits={6} />
        <Time at={now - 90} />
        <Time at={now + 7300} />
        <Time at={now - 9e6} />
        <Time at={0} />
        <Kbd keys="mod+k" />
        <Kbd keys="g t" />
      </Part>
      <Part name="Banner" column>
        <Banner tone="info">令牌的限制和预算决定它最多能用多少，请勿分发没有限制的令牌。</Banner>
        <Banner tone="success">Channel test passed in 820 ms.</Banner>
        <Banner tone="warning" onDismiss={() => {}}>
          3 enabled models have no price.
        </Banner>
        <Banner tone="danger" action={<Button size="small">Change password</Button>}>
          You are using the default password!
        </Banner>
      </Part>
      <Part name="Skeleton" column>
        <Skeleton className="h-row w-full" />
        <Skeleton className="h-row w-1/2" />
      </Part>
      <Part name="Empty state" column>
        <EmptyState
          icon={<Copy size={32} aria-hidden />}
          title="No tokens yet"
          hint="A token lets a program call the models that you may use."
          action={<Button variant="primary">Create token</Button>}
        />
      </Part>
    </div>
  )
}

/** What stands in the cells of lists: states, kinds, levels, groups, vendors. */
function KitNames() {
  return (
    <>
      <Part name="Status, kind, level, tag">
        <Status colour="green">已启用</Status>
        <Status colour="yellow">Auto-disabled</Status>
        <Status colour="red">Failed</Status>
        <Status colour="grey">Not tested</Status>
        <Kind colour="cyan">Top-up</Kind>
        <Level colour="green">0.4 s</Level>
        <Level colour="red">312 s</Level>
        <Tag>stream</Tag>
      </Part>
      <Part name="Fixed colours of names">
        {COLOURS.map((colour) => (
          <Kind key={colour} colour={colour}>
            {colour}
          </Kind>
        ))}
      </Part>
      <Part name="Vendor marks">
        {Object.keys(VENDORS).map((vendor) => (
          <span key={vendor} className="inline-flex items-center gap-1.5">
            <VendorMark vendor={vendor} name={vendor} />
            {vendor}
          </span>
        ))}
      </Part>
      <Part name="Group tag">
        {['', 'vip', 'svip', 'default', '开发组'].map((group) => (
          <GroupTag key={group} group={group} />
        ))}
      </Part>
    </>
  )
}

function Loader() {
  const [loading, setLoading] = useState(false)
  return (
    <Button loading={loading} onClick={() => setLoading(true)}>
      Press to load
    </Button>
  )
}

/** A titled row of examples. */
export function Part({ name, column, children }: { name: string; column?: boolean; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 border-b border-line pb-1 text-muted">{name}</h2>
      <div className={column ? 'flex flex-col gap-2' : 'flex flex-wrap items-center gap-2'}>{children}</div>
    </section>
  )
}
