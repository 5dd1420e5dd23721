import { Link } from 'react-router';
import { useViewer } from '#ui/client/queries.ts';
import { buttonClass } from '#ui/kit/button.tsx';
import { popup } from '#ui/kit/popup.tsx';
import { menuTexts as texts } from './texts/account.ts';
import { loginPath } from './return-path.ts';

const Popup = popup(
  () => import('./account-menu-popup.tsx').then((it) => it.AccountMenuPopup),
  'menu',
);

export function AccountMenu() {
  const me = useViewer();
  if (me === null)
    return (
      <Link to={loginPath()} className={buttonClass('plain')}>
        {texts.login}
      </Link>
    );
  return (
    <Popup
      trigger={
        <button
          type="button"
          aria-label={texts.account}
          data-tooltip={texts.account}
          className="grid size-target shrink-0 place-items-center rounded-full"
        >
          <span className="grid size-8 place-items-center rounded-full bg-accent-soft text-[0.8125rem] font-semibold text-accent-strong uppercase">
            {(me?.user.name || me?.user.email || '·').slice(0, 1)}
          </span>
        </button>
      }
    />
  );
}
