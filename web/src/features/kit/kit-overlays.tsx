import Ellipsis from 'lucide-react/icons/ellipsis'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { Part } from './kit-page.tsx'

/** Examples of overlays: menus, popovers, dialogs, toasts. */
export function KitOverlays() {
  const [open, setOpen] = useState(false)
  const [dense, setDense] = useState(true)
  const ask = () =>
    confirm({
      title: '确定是否要删除此令牌？',
      description: '此修改将不可逆',
      action: '删除 24 个令牌',
      danger: true,
      typeToConfirm: '24',
    })
  return (
    <Part name="Overlays">
      <Menu
        align="start"
        trigger={<IconButton label="More actions" icon={<Ellipsis size={16} aria-hidden />} />}
        entries={[
          { heading: 'Token build-bot' },
          { label: 'Copy key', keys: '.', run: () => toast.success('已复制：sk-…9f2a') },
          { label: 'Test', disabledReason: 'The key is disabled', run: () => {} },
          { label: 'Dense', checked: dense, run: () => setDense(!dense) },
          'separator',
          { label: 'Delete', danger: true, icon: <Trash2 size={16} aria-hidden />, run: ask },
        ]}
      />
      <Popover trigger={<Button>Popover</Button>} title="12 models">
        gpt-4o, gpt-4o-mini, o3
      </Popover>
      <Button onClick={() => setOpen(true)}>Dialog</Button>
      {open && (
        <Dialog title="Text" width="wide" onClose={() => setOpen(false)} footer={<Button>Save</Button>}>
          A dialog.
        </Dialog>
      )}
      <Button onClick={ask}>Confirm</Button>
      <Button onClick={() => toast.success('操作成功完成！')}>Success</Button>
      <Button onClick={() => toast.info('Disabled', { action: { label: 'Undo', run: () => toast.success('Undone') } })}>
        Undo
      </Button>
      <Button onClick={() => toast.warning('请至少选择一个令牌！')}>Warning</Button>
      <Button onClick={() => toast.error('错误：请求次数过多，请稍后再试！')}>Error</Button>
    </Part>
  )
}
