import { BookOpen, CirclePlay, FileText, Globe, type LucideIcon } from 'lucide-react';
import type { SourceType } from '#core/contract/source.ts';
import { type KindDescriptor, kindDescriptor } from '#core/kinds.ts';

const ICONS: Readonly<Record<KindDescriptor['icon'], LucideIcon>> = {
  video: CirclePlay,
  document: FileText,
  page: Globe,
  book: BookOpen,
};
export const kindIcon = (type: SourceType): LucideIcon => ICONS[kindDescriptor(type).icon];
