import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { SETUP_STEPS } from '#contract/api/setup.ts'
import { isOn } from '#web/features/channels/queries/channel-status.ts'
import { isHidden, openSteps } from '#web/features/setup/open-steps.ts'
import { setupQuery } from '#web/features/setup/setup-query.ts'
import { useRecord, useSteps } from '#web/features/setup/use-steps.ts'
import { useNavEntries } from '#web/features/shell/nav.ts'
import type { Language } from '#web/lib/language.ts'
import { allows, useIsAdmin, useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { type Command, type CommandGroup, useCommands } from './commands.ts'
import { type FoundRecords, recordsQuery } from './find-records.ts'
import { lookupOf } from './lookup.ts'
import { recordGroups } from './record-groups.ts'
import { useRecentCommands } from './use-recent.ts'

interface Props {
  query: string
  /** Ends the collection of early keys, and returns their text. */
  takeTyped: () => string
  onClose: () => void
}

/** Finds pages, actions and records by typing. Everything in it is also reachable without it. */
export default function Palette({ query, takeTyped, onClose }: Props) {
  const { t } = useTranslation('shell')
  const { t: words } = useTranslation('palette')
  const { t: common } = useTranslation()
  const [typed, setTyped] = useState(query)
  const records = useRecords(typed)
  const recent = useRecentCommands()
  // Records come last, so that existing entries do not move when they load.
  const groups = [...(typed.trim() ? [] : recent), ...useCommands(), useSetupCommands(), ...records.groups].filter(
    ({ items }) => items.length > 0,
  )
  const { contains } = Autocomplete.useFilter()
  const takeEarly = () => {
    const early = takeTyped()
    if (early) setTyped((text) => text + early)
  }
  const choose = (command: Command) => {
    onClose()
    command.run()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-2 sm:pt-[12vh]">
          <Dialog.Popup
            aria-label={t('palette.open')}
            className="popup flex max-h-[min(32rem,100%)] w-full max-w-xl flex-col"
          >
            <Autocomplete.Root
              open
              inline
              items={groups}
              value={typed}
              onValueChange={setTyped}
              itemToStringValue={(command: Command) => command.label}
              filter={(command: Command, text) => command.found || contains(command.label, text)}
              autoHighlight="always"
              keepHighlight
            >
              <div className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-3">
                <Search size={16} aria-hidden className="text-muted" />
                <Autocomplete.Input
                  placeholder={words('placeholder')}
                  aria-label={words('placeholder')}
                  onFocus={takeEarly}
                  className="min-h-control min-w-0 flex-1 bg-transparent outline-none"
                />
                <Dialog.Close
                  render={<IconButton label={common('action.close')} icon={<X size={16} aria-hidden />} />}
                />
              </div>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
              <div tabIndex={0} className="overflow-y-auto overscroll-contain py-1 focus-visible:-outline-offset-2">
                <Autocomplete.Empty className="px-3 text-muted not-empty:py-6 not-empty:text-center">
                  {!records.searching && !records.error && words('empty')}
                </Autocomplete.Empty>
                <Autocomplete.List>
                  {(group: CommandGroup) => <Group key={group.value} group={group} onChoose={choose} />}
                </Autocomplete.List>
                <Progress {...records} />
              </div>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The state of the record search. */
function Progress({ searching, error, retry }: Pick<Records, 'searching' | 'error' | 'retry'>) {
  const { t: words } = useTranslation('palette')
  return (
    <>
      <Autocomplete.Status className="px-3 text-muted not-empty:py-2">
        {searching && (
          <span className="flex items-center gap-2">
            <LoaderCircle size={14} aria-hidden className="animate-spin" />
            {words('searching')}
          </span>
        )}
      </Autocomplete.Status>
      {error && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
          <span className="min-w-0 break-words text-danger">{words('failed', { message: error.message })}</span>
          <Button size="small" onClick={retry}>
            {words('retry')}
          </Button>
        </div>
      )}
    </>
  )
}

function Group({ group, onChoose }: { group: CommandGroup; onChoose: (command: Command) => void }) {
  return (
    <Autocomplete.Group items={group.items} className="mb-1">
      <Autocomplete.GroupLabel className="px-3 py-1 text-small text-muted">{group.value}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(command: Command) => (
          <Autocomplete.Item
            key={command.id}
            value={command}
            onClick={() => onChoose(command)}
            className="flex min-h-row cursor-default items-center gap-2 px-3 data-highlighted:bg-hover"
          >
            <span className="min-w-0 flex-1 break-words">{command.label}</span>
            {command.detail && <span className="shrink-0 text-small text-muted tabular-nums">{command.detail}</span>}
            {command.keys && <Kbd keys={command.keys} />}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  )
}

/**
 * The open setup steps, for root: each opens what its dashboard button opens, even while the checklist is
 * hidden.
 */
function useSetupCommands(): CommandGroup {
  const { t } = useTranslation('setup')
  const { t: words } = useTranslation('palette')
  const navigate = useNavigate()
  const { mutate: record } = useRecord()
  const { data: facts } = useQuery({ ...setupQuery, enabled: allows('root', useUser()) })
  const stepOf = useSteps(facts)
  const open = facts ? openSteps(facts, location.origin) : []
  const steps = open.map((id) => {
    const { title, action } = stepOf(id)
    return { id: `setup-${id}`, label: title, run: action.run }
  })
  const show = {
    id: 'setup',
    label: t('show'),
    detail: t('progress', { done: SETUP_STEPS.length - open.length, total: SETUP_STEPS.length }),
    run() {
      if (facts && isHidden(open, facts.hidden)) record({ hidden: [] })
      void navigate({ to: '/detail' })
    },
  }
  return { value: words('setup'), items: open.length > 0 ? [show, ...steps] : [] }
}

/** Returns links to the records that match the typed text, and the state of the search. */
function useRecords(typed: string) {
  const { t, i18n } = useTranslation('shell')
  const { t: words } = useTranslation('palette')
  const admin = useIsAdmin()
  const root = allows('root', useUser())
  const navigate = useNavigate()
  const client = useQueryClient()
  // Runs on after the palette closes, and still reports failures.
  const { mutate: attempt } = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() })
  const pages = new Set(useNavEntries().map(({ name }) => name))
  const lookup = lookupOf(typed)
  const query = useQuery({ ...recordsQuery(lookup, { admin, root }), placeholderData: keepPreviousData })
  const switchChannel = (channel: Channel) =>
    attempt(async () => {
      const { switchSingleChannel } = await import('#web/features/channels/queries/switch-channel.ts')
      await switchSingleChannel(client, channel, !isOn(channel), attempt)
    })
  const groups = recordGroups((lookup && query.data) || NOTHING, {
    ...{ t, words, navigate, switchChannel },
    language: i18n.language as Language,
    requestId: lookup?.requestId,
    // Results of the previous text stay only where they also match this one.
    found: !query.isPlaceholderData,
  })
  return {
    groups: groups.filter(({ page }) => pages.has(page)),
    searching: lookup !== null && query.isFetching,
    error: lookup && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  }
}

/** The search results and state for the typed text. */
type Records = ReturnType<typeof useRecords>

const NOTHING: FoundRecords = {
  ...{ logs: [], tokens: [], channels: [], users: [], redemptions: [], models: [], options: [] },
}
