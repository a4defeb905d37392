import { expect, test } from 'bun:test'
import { useLayoutEffect } from 'react'
import { z } from 'zod/mini'
import { draw } from '#test/dom/draw.tsx'
import { until } from '#test/dom/page.ts'
import { TextField } from './fields/text-field.tsx'
import { Form } from './form.tsx'
import { useEditForm } from './use-edit-form.ts'

const schema = z.object({ name: z.string(), note: z.string() })

function Named() {
  const form = useEditForm({ schema: async () => schema, values: { name: '', note: '' }, save: async () => {} })
  return (
    <Form form={form} label="form" save="save" onCancel={() => {}}>
      <TextField control={form.control} name="note" label="note" />
      <TextField control={form.control} name="name" label="name" autoFocus />
    </Form>
  )
}

test('its first field has the focus before anything can be pressed: in the commit that shows the form', async () => {
  let focused: string | null | undefined
  const After = () => {
    useLayoutEffect(() => {
      focused = document.activeElement?.getAttribute('name') ?? null
    }, [])
    return null
  }
  draw(
    <>
      <Named />
      <After />
    </>,
  )
  await until(() => expect(focused).toBeDefined())
  expect(focused).toBe('name')
})
