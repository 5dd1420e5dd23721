import { ApiError, messageOf } from '#ui/client/api.ts';
import { addTexts as texts } from './texts/add.ts';

/** Why nothing was added, shown in the dialog. */
export function AddProblem({ error }: { error: unknown }) {
  const unreached = error instanceof ApiError && error.status === 0;
  return (
    <p role="alert" className="mt-2 rounded-control bg-danger-soft px-3 py-2 text-sm text-danger">
      {unreached ? texts.unreached : messageOf(error)}
    </p>
  );
}
