import { Link2 } from 'lucide-react';
import { Popover, Switch } from 'radix-ui';
import { toast } from '#ui/kit/toast.ts';
import type { Thread } from '#core/contract/thread.ts';
import { Button } from '#ui/kit/button.tsx';
import { floatClass } from '#ui/kit/float.ts';
import type { PopupProps } from '#ui/kit/popup.tsx';
import { usePatchThread } from './thread-edits.ts';

export function SharePopup({ thread, trigger, defaultOpen }: PopupProps & { thread: Thread }) {
  const patch = usePatchThread(thread);
  const open = thread.visibility === 'link';
  const copy = () => navigator.clipboard.writeText(`${location.origin}/t/${thread.url}`)
    .then(() => toast.success('copied'), () => toast.error('The browser did not allow copying. The link is in the address bar.'));
  return (
    <Popover.Root defaultOpen={defaultOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content align="end" sideOffset={6} collisionPadding={8} aria-label="Share" className={floatClass('w-80 max-w-[calc(100vw-1rem)] p-4!')}>
          <label className="flex cursor-pointer items-start gap-3">
            <span className="flex-1">
              <span className="block text-sm font-medium">Anyone with the link can read</span>
              <span className="mt-0.5 block text-xs text-ink-soft">{open ? 'Readers see sources, answers and notes, and change nothing.' : 'Now only you can open this thread.'}</span>
            </span>
            <Switch.Root checked={open} onCheckedChange={(on) => patch.mutate({ visibility: on ? 'link' : 'private' })} className="relative mt-0.5 h-6 w-10 shrink-0 rounded-full bg-line-field transition-colors duration-(--quick) data-[state=checked]:bg-accent">
              <Switch.Thumb className="block size-5 translate-x-0.5 rounded-full bg-surface shadow-low transition-transform duration-(--quick) data-[state=checked]:translate-x-4.5" />
            </Switch.Root>
          </label>
          <Button className="mt-4 w-full" onClick={() => void copy()}><Link2 size={16} aria-hidden />Copy link</Button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
