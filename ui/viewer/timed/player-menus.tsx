import { Check, ChevronRight, Ellipsis } from 'lucide-react';
import { DropdownMenu, Toolbar } from 'radix-ui';
import { useSyncExternalStore, type ReactNode } from 'react';
import { IconButton } from '../../kit/button.tsx';
import { optionListClass, rowClass } from '../../kit/floating-list.ts';
import { Menu, MenuItem } from '../../kit/menu.tsx';
import type { BarControl } from './bar-controls.tsx';
import type { PlayClock } from './player.ts';
import { speedText } from './speed.ts';
import { videoTexts as texts } from './texts.ts';

interface SpeedProps {
  clock: PlayClock;
  onSpeed: (speed: number) => void;
}
const NO_SPEEDS: readonly number[] = [];

const useSpeed = (clock: PlayClock): number =>
  useSyncExternalStore(clock.subscribe, () => clock.player?.speed() ?? 1);

/** The player's speeds, the current one checked. */
function SpeedItems({ clock, onSpeed }: SpeedProps) {
  const speed = useSpeed(clock);
  const speeds = useSyncExternalStore(clock.subscribe, () => clock.player?.speeds() ?? NO_SPEEDS);
  return (
    <DropdownMenu.RadioGroup
      aria-label={texts.speed}
      value={String(speed)}
      onValueChange={(value) => onSpeed(Number(value))}
    >
      {speeds.map((it) => (
        <DropdownMenu.RadioItem key={it} value={String(it)} className={rowClass('tabular-nums')}>
          <span className="flex-1">{speedText(it)}</span>
          <DropdownMenu.ItemIndicator>
            <Check size={15} aria-hidden />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

export function SpeedMenu({ clock, onSpeed, disabled }: SpeedProps & { disabled: boolean }) {
  const speed = speedText(useSpeed(clock));
  return (
    <Menu
      trigger={
        <Toolbar.Button asChild disabled={disabled}>
          <IconButton label={texts.speed} shortcut="speed" aria-description={speed}>
            {/* Drawn with CSS: the accessible name is fixed, and would have to contain the text. */}
            <span
              aria-hidden
              data-speed={speed}
              className="text-[11.5px] tracking-tight tabular-nums before:content-[attr(data-speed)]"
            />
          </IconButton>
        </Toolbar.Button>
      }
    >
      <SpeedItems clock={clock} onSpeed={onSpeed} />
    </Menu>
  );
}

const MenuIcon = ({ children }: { children: ReactNode }) => (
  <span className="grid w-6 place-items-center">{children}</span>
);

/** The controls without room in the bar. */
export function MoreMenu({
  controls,
  clock,
  onSpeed,
}: SpeedProps & { controls: readonly BarControl[] }) {
  return (
    <Menu
      trigger={
        <Toolbar.Button asChild>
          <IconButton label={texts.more}>
            <Ellipsis aria-hidden size={18} />
          </IconButton>
        </Toolbar.Button>
      }
    >
      {controls.map((it) =>
        it.id === 'speed' ? (
          <SpeedSubmenu key={it.id} control={it} clock={clock} onSpeed={onSpeed} />
        ) : it.isPressed === undefined ? (
          <MenuItem key={it.id} disabled={it.isDisabled === true} onSelect={it.act}>
            <MenuIcon>{it.icon}</MenuIcon>
            {it.label}
          </MenuItem>
        ) : (
          <DropdownMenu.CheckboxItem
            key={it.id}
            checked={it.isPressed}
            onCheckedChange={it.act}
            className={rowClass()}
          >
            <MenuIcon>{it.icon}</MenuIcon>
            <span className="flex-1">{it.label}</span>
            <DropdownMenu.ItemIndicator>
              <Check size={15} aria-hidden />
            </DropdownMenu.ItemIndicator>
          </DropdownMenu.CheckboxItem>
        ),
      )}
    </Menu>
  );
}

function SpeedSubmenu({ control, clock, onSpeed }: SpeedProps & { control: BarControl }) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger disabled={control.isDisabled === true} className={rowClass()}>
        <MenuIcon>{control.icon}</MenuIcon>
        <span className="flex-1">{control.label}</span>
        <span className="text-ink-faint tabular-nums">{speedText(useSpeed(clock))}</span>
        <ChevronRight size={15} aria-hidden className="text-ink-faint" />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal container={document.fullscreenElement}>
        <DropdownMenu.SubContent
          sideOffset={4}
          collisionPadding={8}
          className={optionListClass('overflow-y-auto')}
        >
          <SpeedItems clock={clock} onSpeed={onSpeed} />
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}
