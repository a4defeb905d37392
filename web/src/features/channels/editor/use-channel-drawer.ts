import { useNavigate } from '@tanstack/react-router'

/** Opens and closes the drawers over the channel list. The list keeps its state. */
export function useChannelDrawer() {
  const navigate = useNavigate()
  return {
    edit: (id: number) => void navigate({ to: '/channel/edit/$id', params: { id }, search: true }),
    /** Opens an empty form, or one filled from the channel `copy`. */
    add: (copy?: number) => void navigate({ to: '/channel/add', search: (list: object) => ({ ...list, copy }) }),
    close: () =>
      void navigate({
        to: '/channel',
        search: ({ copy: _, view: __, ...list }: { copy?: number; view?: unknown }) => list,
      }),
  }
}
