export { AccountMenu } from './account-menu.tsx';
export { ThemeSwitch } from './theme-switch.tsx';
export { Upgrade } from './upgrade.tsx';
