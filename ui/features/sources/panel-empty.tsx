import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SourceType } from '#core/contract/source.ts';
import { TAB_KINDS, kindDescriptor } from '#core/kinds.ts';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { IconButton } from '#ui/kit/button.tsx';
import { useReducedMotion } from '#ui/kit/media-queries.ts';
import { panelTexts as texts } from './texts/panel.ts';
import { kindIcon } from './kind-icons.ts';

const ROTATION_MS = 3000;

/**
 * Shown if there is no source of a kind. For all kinds, the texts rotate, except while the pointer
 * or focus is on them or with reduced motion.
 */
export function PanelEmpty({
  kind,
  paused,
  onAdd,
}: {
  kind: 'all' | SourceType;
  paused: boolean;
  onAdd: (() => void) | undefined;
}) {
  const [turn, setTurn] = useState(0);
  const [held, setHeld] = useState(false);
  const calm = useReducedMotion();
  const turns = kind === 'all' && !paused && !held && !calm;
  useEffect(() => {
    if (!turns) return;
    const timer = setInterval(() => setTurn((was) => (was + 1) % TAB_KINDS.length), ROTATION_MS);
    return () => clearInterval(timer);
  }, [turns]);
  const shown = kind === 'all' ? (TAB_KINDS[turn] ?? 'web') : kind;
  const { empty, label } = kindDescriptor(shown);
  const Icon = kindIcon(shown);
  return (
    <div
      className="flex flex-1 flex-col justify-center"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <EmptyState
        key={shown}
        className="animate-fade py-14!"
        icon={<Icon size={22} strokeWidth={1.6} aria-hidden />}
        title={empty.title}
        text={empty.text}
      />
      {/* stays mounted while the text above it rotates, so that it keeps the focus */}
      {onAdd && (
        <div className="-mt-9 flex justify-center pb-10">
          <IconButton
            look="primary"
            label={texts.addOf(label)}
            onClick={onAdd}
            className="rounded-full!"
          >
            <Plus size={18} />
          </IconButton>
        </div>
      )}
      {kind === 'all' && (
        <div aria-hidden className="flex justify-center gap-1.5">
          {TAB_KINDS.map((it) => (
            <span
              key={it}
              data-on={it === shown || undefined}
              className="size-1.5 rounded-full bg-line-strong transition-colors data-on:bg-accent"
            />
          ))}
        </div>
      )}
    </div>
  );
}
