import { RadioGroup } from 'radix-ui';
import { CLIP_COLOR } from '#core/editor/fields.ts';
import { clipColorTexts as texts } from './texts/clips.ts';

/**
 * Colours that are distinct next to each other in both themes, with enough contrast for dark text.
 */
export const CLIP_COLORS = [
  { name: texts.colours.yellow, color: CLIP_COLOR },
  { name: texts.colours.orange, color: '#FFA862' },
  { name: texts.colours.red, color: '#F58E8E' },
  { name: texts.colours.violet, color: '#C3A2F5' },
  { name: texts.colours.blue, color: '#86BDF5' },
  { name: texts.colours.green, color: '#8AD3A0' },
] as const;

/** A picker for the colour of a clip. */
export function ClipColors({
  color,
  onColor,
}: {
  color: string;
  onColor: (color: string) => void;
}) {
  return (
    <RadioGroup.Root
      aria-label={texts.colour}
      value={color.toUpperCase()}
      onValueChange={onColor}
      orientation="horizontal"
      className="-mx-1 flex"
    >
      {CLIP_COLORS.map((it) => (
        <RadioGroup.Item
          key={it.color}
          value={it.color}
          aria-label={it.name}
          data-tooltip={it.name}
          className="group grid size-8 place-items-center rounded-full pointer-coarse:size-11"
        >
          <span
            className="size-5 rounded-full ring-offset-2 ring-offset-raised group-data-[state=checked]:ring-2 group-data-[state=checked]:ring-ink"
            style={{ backgroundColor: it.color }}
          />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
