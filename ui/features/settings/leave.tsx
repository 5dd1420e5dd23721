import { LogOut } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '#core/contract/account.ts';
import { beginLeaving } from '#ui/client/leaving.ts';
import { bringLeaving } from '#ui/features/account/index.ts';
import { Button } from '#ui/kit/button.tsx';
import { Confirm } from '#ui/kit/dialog.tsx';
import { leaveTexts as texts } from '#ui/texts/settings.ts';
import { KeepTokens } from './keep-tokens.tsx';
import { Part } from './part.tsx';
import { Sessions } from './sessions.tsx';

const brought = bringLeaving();

export function Leave({ me }: { me: Me }) {
  const [asks, setAsks] = useState(false);
  const [kept, setKept] = useState<readonly string[]>([]);
  const leave = (everywhere: boolean) =>
    void brought.then((it) => beginLeaving({ show: it.Leaving, everywhere, keepTokens: kept }));
  return (
    <>
      <Part
        title={texts.here}
        text={me.accounts === 'personal' ? `${texts.hereText} ${texts.personal}` : texts.hereText}
      >
        <Button onClick={() => leave(false)}>
          <LogOut size={15} aria-hidden />
          {texts.here}
        </Button>
      </Part>
      {me.accounts === 'accounts' && <Sessions />}
      <Part title={texts.everywhere} text={texts.everywhereText}>
        <Button className="text-danger!" onClick={() => setAsks(true)}>
          {texts.everywhere}
        </Button>
      </Part>
      <Confirm
        open={asks}
        onOpenChange={setAsks}
        title={texts.everywhereTitle}
        text={texts.everywhereText}
        action={texts.everywhereAction}
        onConfirm={() => leave(true)}
      >
        <KeepTokens kept={kept} onChange={setKept} />
      </Confirm>
    </>
  );
}
