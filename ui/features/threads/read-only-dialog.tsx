/** The dialog that opens when a viewer of a thread tries to save a clip. */
import type { Me } from '#core/contract/account.ts';
import { AuthDialog, Upgrade } from '#ui/features/account/index.ts';
import { suggestMenuTexts } from '#ui/features/suggest/index.ts';
import { Sheet } from '#ui/kit/dialog.tsx';
import { readOnlyTexts as texts } from './texts/read-only.ts';

interface ReadOnlyDialogProps {
  me: Me | null | undefined;
  onOpenChange: (open: boolean) => void;
}

/** Signed-out people sign in, unverified ones confirm their address, and others can upgrade. */
export function ReadOnlyDialog({ me, onOpenChange }: ReadOnlyDialogProps) {
  if (!me?.user.is_verified_user) return <AuthDialog open onOpenChange={onOpenChange} />;
  const isLimited = me.limits.question_n_answers !== null;
  return (
    <Sheet open onOpenChange={onOpenChange} title={texts.title} description={texts.text}>
      {isLimited && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card bg-sunken py-2 pr-2 pl-4 text-sm">
          <p className="min-w-0 flex-1 basis-56 text-pretty">{texts.plan}</p>
          <Upgrade className="text-accent!">{suggestMenuTexts.upgrade}</Upgrade>
        </div>
      )}
    </Sheet>
  );
}
