export { AccountMenu } from './account-menu.tsx';
export { isOfAccount, loginPath } from './own-path.ts';
export { ThemeSwitch } from './theme-switch.tsx';
export { AuthDialog, Unlock } from './unlock.tsx';
export { Upgrade } from './upgrade.tsx';
