/** The colours of a post, with their effect on readability. */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { Color } from '#core/contract/post.ts';
import { contrast } from '#core/text/contrast.ts';
import { Segments } from '#ui/kit/segments.tsx';
import { publishTexts as texts } from './texts.ts';
import { INPUT, Problem } from './field.tsx';
import type { Fields, Problems } from './fields.ts';

type Part = 'primary' | 'secondary' | 'tertiary';
const PARTS: readonly { name: Part; label: string; hint: string }[] = [
  { name: 'primary', label: texts.primary, hint: texts.primaryHint },
  { name: 'secondary', label: texts.secondary, hint: texts.secondaryHint },
  { name: 'tertiary', label: texts.tertiary, hint: texts.tertiaryHint },
];
const MODES = (['light', 'dark', 'auto'] as const).map((value) => ({
  value,
  label: texts.modes[value],
}));
const PRESETS: readonly { name: keyof typeof texts.presetNames; colors: Record<Part, string> }[] = [
  { name: 'ink', colors: { primary: '#000000', secondary: '#ffffff', tertiary: '#808080' } },
  { name: 'forest', colors: { primary: '#17402f', secondary: '#fbfaf4', tertiary: '#6d7a66' } },
  { name: 'sea', colors: { primary: '#123a5c', secondary: '#f7fafc', tertiary: '#64788a' } },
  { name: 'plum', colors: { primary: '#4a1d4f', secondary: '#fdf9fc', tertiary: '#806a80' } },
  { name: 'clay', colors: { primary: '#6b2a14', secondary: '#fdf8f3', tertiary: '#86705f' } },
  { name: 'night', colors: { primary: '#e9e3d6', secondary: '#16181d', tertiary: '#9a968c' } },
];
const LEAST = 4.5;
/** for lines and secondary text, which the page darkens anyway */
const LEAST_SMALL = 3;

export function ThemeFields({
  fields,
  problems,
  onChange,
}: {
  fields: Fields;
  problems: Problems;
  onChange: (part: Partial<Fields>) => void;
}) {
  const isPreset = (colors: Record<Part, string>) =>
    PARTS.every(({ name }) => colors[name] === fields[name].toLowerCase());
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{texts.presets}</legend>
        <div className="flex flex-wrap gap-2">
          {PRESETS.map(({ name, colors }) => (
            <button
              key={name}
              type="button"
              aria-pressed={isPreset(colors)}
              onClick={() => onChange(colors)}
              className="flex min-h-target items-center gap-2 rounded-full border border-line py-1 pr-3 pl-1.5 text-[0.8125rem] hover:border-line-strong hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
            >
              <span
                aria-hidden
                className="grid size-6 place-items-center rounded-full border border-line-strong font-serif text-xs font-semibold"
                style={{ background: colors.secondary, color: colors.primary }}
              >
                {texts.presetNames[name].slice(0, 1)}
              </span>
              {texts.presetNames[name]}
            </button>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{texts.theme}</legend>
        <div className="grid gap-3 sm:grid-cols-3">
          {PARTS.map((part) => (
            <ColorField
              key={part.name}
              {...part}
              value={fields[part.name]}
              problem={problems[part.name]}
              onChange={(value) => onChange({ [part.name]: value })}
            />
          ))}
        </div>
        <ContrastNote {...fields} />
      </fieldset>
      <div>
        <p className="mb-1.5 text-sm font-medium">{texts.mode}</p>
        <Segments
          label={texts.mode}
          options={MODES}
          value={fields.mode}
          onChange={(mode) => onChange({ mode: mode as Fields['mode'] })}
        />
      </div>
    </>
  );
}

function ColorField({
  label,
  hint,
  value,
  problem,
  onChange,
}: {
  label: string;
  hint: string;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const known = Color.safeParse(value.toLowerCase()).data;
  return (
    <div>
      <p className="mb-1 text-[0.8125rem]">
        <span className="font-medium">{label}</span>{' '}
        <span className="text-xs text-ink-soft">{hint}</span>
      </p>
      <div className="flex items-center gap-2">
        <input
          type="color"
          aria-label={texts.colorOf(label)}
          value={known ?? '#000000'}
          onChange={(event) => onChange(event.target.value)}
          className="h-10 w-11 shrink-0 cursor-pointer rounded-control border border-line-field bg-surface p-1 pointer-coarse:h-11"
        />
        <input
          aria-label={texts.hexOf(label)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          value={value}
          maxLength={7}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          className={`${INPUT} min-w-0 font-mono text-[0.8125rem]!`}
        />
      </div>
      <Problem id={id} text={problem} />
    </div>
  );
}

/** `secondary` is the background; dark mode swaps it with `primary`, which keeps their contrast. */
function ContrastNote({ primary, secondary, tertiary, mode }: Pick<Fields, Part | 'mode'>) {
  const [ink, paper, quiet] = [primary, secondary, tertiary].map(
    (it) => Color.safeParse(it.toLowerCase()).data,
  );
  if (!ink || !paper || !quiet) return null;
  const words = contrast(ink, paper);
  const papers = mode === 'light' ? [paper] : mode === 'dark' ? [ink] : [paper, ink];
  const small = Math.min(...papers.map((it) => contrast(quiet, it)));
  const low = [
    ...(words < LEAST ? [texts.contrastLow(texts.contrastText, words, LEAST)] : []),
    ...(small < LEAST_SMALL ? [texts.contrastLow(texts.contrastSmall, small, LEAST_SMALL)] : []),
  ];
  return (
    <div role="status" className="mt-2.5 space-y-1.5 text-xs">
      {low.map((text) => (
        <p
          key={text}
          className="flex items-start gap-2 rounded-control bg-warn-soft px-2.5 py-2 text-warn"
        >
          <TriangleAlert size={14} aria-hidden className="mt-px shrink-0" />
          {text}
        </p>
      ))}
      {words >= LEAST && (
        <p className="flex items-center gap-1.5 text-ink-soft">
          <CircleCheck size={14} aria-hidden className="text-accent" />
          {texts.contrastGood(words)}
        </p>
      )}
    </div>
  );
}
