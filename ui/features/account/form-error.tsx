import { TriangleAlert } from 'lucide-react';

/** An error that concerns the whole form. */
export function FormError({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {text !== undefined && (
        <p className="flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2.5 text-sm text-pretty">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
          {text}
        </p>
      )}
    </div>
  );
}
