import { equalFields, type Fields, type Problems } from './fields.ts';

/** `kept`: in this browser only; `unsaved`: about to be sent; `wrong`: a field has a problem. */
export type PublishState = 'saved' | 'saving' | 'kept' | 'unsaved' | 'wrong';

/**
 * Returns the problems to show: before the first submit, only those of changed fields. The server's
 * message for a field takes precedence.
 */
export function shownProblems({
  found,
  fromServer,
  fields,
  base,
  isSubmitted,
}: {
  found: Problems;
  fromServer: Problems;
  fields: Fields;
  /** the server's fields */
  base: Fields;
  isSubmitted: boolean;
}): Problems {
  const isShown = (name: keyof Problems): boolean =>
    isSubmitted || !equalFields(fields[name as keyof Fields], base[name as keyof Fields]);
  const ours = Object.entries(found).filter(([name]) => isShown(name as keyof Problems));
  return { ...Object.fromEntries(ours), ...fromServer };
}

/** The problems that remain after some fields were changed. */
export const problemsAfter = (problems: Problems, change: Partial<Fields>): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([name]) => !(name in change)));

/** The save state of the form; the first that applies. */
export function publishState(form: {
  hasProblems: boolean;
  isSending: boolean;
  /** a draft with unsent changes */
  isUnsent: boolean;
  isDraft: boolean;
  isUnchanged: boolean;
}): PublishState {
  if (form.hasProblems) return 'wrong';
  if (form.isSending) return 'saving';
  if (form.isUnsent) return 'unsaved';
  return form.isUnchanged || form.isDraft ? 'saved' : 'kept';
}
