import { createFileRoute, redirect } from '@tanstack/react-router'

/** The address of a model in the singular, as those of channels, users and keys are. */
export const Route = createFileRoute('/model/$')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/models/$', params, replace: true })
  },
})
