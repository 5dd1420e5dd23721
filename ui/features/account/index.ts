export { AccountFrame } from './account-frame.tsx';
export { AccountMenu } from './account-menu.tsx';
export { preloadSignOut } from './preload-sign-out.ts';
export { isOfAccount, loginPath } from './return-path.ts';
export { ThemeSwitch } from './theme-switch.tsx';
export { AuthDialog, SignInPrompt as Unlock } from './sign-in-prompt.tsx';
export { useFirstTimeZone } from './use-first-time-zone.ts';
export { Upgrade } from './upgrade.tsx';
export { unlockTexts } from './texts/account.ts';
