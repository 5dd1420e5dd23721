import { useMe } from '#ui/client/queries.ts';
import { popup } from '#ui/kit/popup.tsx';

const Popup = popup(() => import('./account-menu-popup.tsx').then((it) => it.AccountMenuPopup), 'menu');

export function AccountMenu() {
  const { data: me } = useMe();
  return (
    <Popup trigger={
      <button type="button" aria-label="Account" title="Account" className="grid size-target shrink-0 place-items-center rounded-full">
        <span className="grid size-8 place-items-center rounded-full bg-accent-soft text-[0.8125rem] font-semibold text-accent-strong uppercase">{(me?.user.name || me?.user.email || '·').slice(0, 1)}</span>
      </button>
    } />
  );
}
