/** The sections of the settings, in order. */
import {
  BookKey,
  Bot,
  Database,
  HeartPulse,
  Keyboard,
  LogOut,
  Palette,
  Sparkles,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import type { settingsTexts } from './texts/settings.ts';

export type SectionName = keyof typeof settingsTexts.sections;
export const SECTIONS: readonly { name: SectionName; Icon: LucideIcon }[] = [
  { name: 'profile', Icon: UserRound },
  { name: 'plan', Icon: Sparkles },
  { name: 'assistant', Icon: Bot },
  { name: 'tokens', Icon: BookKey },
  { name: 'appearance', Icon: Palette },
  { name: 'keys', Icon: Keyboard },
  { name: 'data', Icon: Database },
  { name: 'server', Icon: HeartPulse },
  { name: 'leave', Icon: LogOut },
];
export const sectionOf = (name: string | undefined): SectionName | undefined =>
  SECTIONS.find((it) => it.name === name)?.name;
