import { Check, Clock, Link2, ListCollapse, Trash2, Underline } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement } from 'react';
import { track } from '#ui/client/track.ts';
import { Menu, MenuItem, MenuLine } from '#ui/kit/menu.tsx';
import { toast } from '#ui/kit/toast.ts';
import { CLIP_COLORS } from '#ui/kit/clip-colors.tsx';
import { clipTexts as texts } from '../texts/ai-blocks.ts';

export interface ClipMenuProps {
  color: string;
  /** undefined for people who can only read */
  onColor: ((color: string) => void) | undefined;
  underline?: boolean;
  onUnderline?: ((underline: boolean) => void) | undefined;
  shrink: boolean;
  onShrink: (() => void) | undefined;
  onRange?: (() => void) | undefined;
  link: string | undefined;
  onDelete: (() => void) | undefined;
}

export function ClipMenu({
  trigger,
  color,
  onColor,
  underline = false,
  onUnderline,
  shrink,
  onShrink,
  onRange,
  link,
  onDelete,
}: ClipMenuProps & { trigger: ReactElement }) {
  const copy = () => {
    navigator.clipboard.writeText(link ?? '').then(
      () => {
        track('clip_share', {});
        toast.success(texts.copied);
      },
      (problem: unknown) => {
        console.warn('The clipboard was refused.', problem);
        toast.error(texts.notCopied);
      },
    );
  };
  return (
    <Menu trigger={trigger}>
      {onColor && (
        <>
          <DropdownMenu.RadioGroup
            aria-label={texts.colour}
            value={color.toUpperCase()}
            onValueChange={onColor}
            className="flex px-1.5 py-0.5"
          >
            {CLIP_COLORS.map((it) => (
              <DropdownMenu.RadioItem
                key={it.color}
                value={it.color}
                aria-label={it.name}
                data-tooltip={it.name}
                className="grid size-8 cursor-pointer place-items-center rounded-full outline-none data-[highlighted]:bg-hover pointer-coarse:size-11"
              >
                <span
                  className="grid size-5 place-items-center rounded-full"
                  style={{ backgroundColor: it.color }}
                >
                  <DropdownMenu.ItemIndicator>
                    <Check size={13} strokeWidth={3} aria-hidden className="text-[#1d1b16]" />
                  </DropdownMenu.ItemIndicator>
                </span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <MenuLine />
        </>
      )}
      {onRange && (
        <MenuItem onSelect={onRange}>
          <Clock size={16} aria-hidden />
          {texts.range}
        </MenuItem>
      )}
      {onUnderline && (
        <MenuItem onSelect={() => onUnderline(!underline)}>
          <Underline size={16} aria-hidden />
          {underline ? texts.highlight : texts.underline}
        </MenuItem>
      )}
      {onShrink && (
        <MenuItem onSelect={onShrink}>
          <ListCollapse size={16} aria-hidden />
          {shrink ? texts.expand : texts.shrink}
        </MenuItem>
      )}
      {link !== undefined && (
        <MenuItem onSelect={copy}>
          <Link2 size={16} aria-hidden />
          {texts.copyLink}
        </MenuItem>
      )}
      {onDelete && (
        <>
          <MenuLine />
          <MenuItem danger onSelect={onDelete}>
            <Trash2 size={16} aria-hidden />
            {texts.remove}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
