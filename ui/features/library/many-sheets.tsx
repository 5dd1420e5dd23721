import { useId, useState, type ReactNode } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { IntervalPicker } from '#ui/kit/interval-picker.tsx';
import { intervalTexts } from '#ui/kit/texts/interval.ts';
import { manyTexts as texts } from './texts.ts';
import { readTags } from './tags.ts';

interface SheetProps<T> {
  count: number;
  onClose: () => void;
  onSet: (value: T) => void;
}

function Frame({
  title,
  text,
  onClose,
  children,
  action,
}: {
  title: string;
  text: string;
  onClose: () => void;
  children: ReactNode;
  action: ReactNode;
}) {
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={text}
      footer={action}
    >
      <div className="pt-3">{children}</div>
    </Sheet>
  );
}

/** `every`: an ISO 8601 duration, null for never. */
export function ScheduleSheet({ count, onClose, onSet }: SheetProps<string | null>) {
  const [every, setEvery] = useState('P1W');
  return (
    <Frame
      title={texts.scheduleTitle}
      text={texts.scheduleText(count)}
      onClose={onClose}
      action={
        <Button look="primary" onClick={() => onSet(every || null)}>
          {texts.set}
        </Button>
      }
    >
      <IntervalPicker label={intervalTexts.every} value={every} onChange={setEvery} />
    </Frame>
  );
}

export function TagSheet({
  count,
  onClose,
  onSet,
}: SheetProps<{ add: string[]; remove: string[] }>) {
  const [add, setAdd] = useState('');
  const [remove, setRemove] = useState('');
  const change = { add: readTags(add), remove: readTags(remove) };
  return (
    <Frame
      title={texts.tagTitle}
      text={texts.tagText(count)}
      onClose={onClose}
      action={
        <Button
          look="primary"
          disabled={change.add.length + change.remove.length === 0}
          onClick={() => onSet(change)}
        >
          {texts.apply}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (change.add.length + change.remove.length > 0) onSet(change);
        }}
        className="space-y-4"
      >
        <Field
          label={texts.tagAdd}
          value={add}
          onChange={setAdd}
          placeholder={texts.tagPlaceholder}
        />
        <Field label={texts.tagRemove} value={remove} onChange={setRemove} />
        <button type="submit" hidden />
      </form>
    </Frame>
  );
}

function Field({
  label,
  value,
  onChange,
  placeholder,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
}) {
  const id = useId();
  const hint = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-describedby={hint}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        className="h-10 min-h-target w-full rounded-control border border-line-field bg-surface px-3 text-sm placeholder:text-ink-faint"
      />
      <p id={hint} className="mt-1 text-xs text-ink-soft">
        {texts.tagHint}
      </p>
    </div>
  );
}
