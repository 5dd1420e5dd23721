export { AccountMenu } from './account-menu.tsx';
export { ThemeSwitch } from './theme-switch.tsx';
