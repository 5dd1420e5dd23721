/** Narrow screens open the notes read-only: a button in their bar begins and ends editing. */
import { clsx } from 'clsx';
import { Check, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#ui/kit/button.tsx';
import { notesTexts as texts } from './texts.ts';

/**
 * `isOffered`: the person may edit these notes, on a screen that opens them read-only. `bar`: where
 * the button is.
 */
export function useNarrowEditing(
  isOffered: boolean,
  bar: HTMLElement | null,
): { isEditing: boolean; button: ReactNode } {
  const [isBegun, setBegun] = useState(false);
  const isEditing = isOffered && isBegun;
  const Icon = isEditing ? Check : Pencil;
  const button =
    isOffered &&
    bar &&
    createPortal(
      <Button
        look="quiet"
        onClick={() => setBegun(!isEditing)}
        // Looks lower than the row, but has its height for fingers.
        className={clsx(
          'relative order-first mr-auto min-h-9! px-3! after:absolute after:-inset-y-1 after:inset-x-0',
          isEditing && 'bg-accent-soft! text-accent!',
        )}
      >
        <Icon size={16} aria-hidden />
        {isEditing ? texts.endEditing : texts.edit}
      </Button>,
      bar,
    );
  return { isEditing, button };
}
