import { LogOut } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '#core/contract/account.ts';
import { beginSignOut } from '#ui/client/sign-out.ts';
import { preloadSignOut } from '#ui/features/account/index.ts';
import { Button } from '#ui/kit/button.tsx';
import { Confirm } from '#ui/kit/dialog.tsx';
import { leaveTexts as texts } from './texts/settings.ts';
import { KeepTokens } from './keep-tokens.tsx';
import { SettingsCard } from './settings-card.tsx';
import { Sessions } from './sessions.tsx';

const brought = preloadSignOut();

export function SignOutSection({ me }: { me: Me }) {
  const [asks, setAsks] = useState(false);
  const [kept, setKept] = useState<readonly string[]>([]);
  const leave = (everywhere: boolean) =>
    void brought.then((it) =>
      beginSignOut({ show: it.SignOutScreen, everywhere, keepTokens: kept }),
    );
  return (
    <>
      <SettingsCard
        title={texts.here}
        text={me.accounts === 'personal' ? `${texts.hereText} ${texts.personal}` : texts.hereText}
      >
        <Button onClick={() => leave(false)}>
          <LogOut size={15} aria-hidden />
          {texts.here}
        </Button>
      </SettingsCard>
      {me.accounts === 'accounts' && <Sessions />}
      <SettingsCard title={texts.everywhere} text={texts.everywhereText}>
        <Button className="text-danger!" onClick={() => setAsks(true)}>
          {texts.everywhere}
        </Button>
      </SettingsCard>
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
