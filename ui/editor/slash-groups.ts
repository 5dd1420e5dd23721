/** The groups of the slash menu, in their order, with the icon of each command. */
import {
  AlarmClock,
  BookOpenText,
  ChevronRight,
  CircleHelp,
  Code,
  FileText,
  Heading1,
  Heading2,
  Heading3,
  Highlighter,
  Image,
  Lightbulb,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  MessageSquareQuote,
  MessageSquareWarning,
  Minus,
  Newspaper,
  Quote,
  ScanLine,
  Sigma,
  Sparkles,
  SquarePlus,
  Table,
  Type,
  WandSparkles,
} from 'lucide-react';
import type { SlashCommand } from '#core/editor/slash-commands.ts';
import { editorTexts } from './texts/editor.ts';

const texts = editorTexts.slashGroups;
type Icons = Readonly<Record<string, LucideIcon>>;

const GROUPS: readonly (readonly [name: string, icons: Icons])[] = [
  [
    texts.text,
    {
      text: Type,
      'heading-1': Heading1,
      'heading-2': Heading2,
      'heading-3': Heading3,
      blockquote: Quote,
      code: Code,
      divider: Minus,
    },
  ],
  [texts.lists, { bullets: List, numbers: ListOrdered, tasks: ListTodo, table: Table }],
  [texts.media, { image: Image, math: Sigma, 'math-inline': Sigma }],
  [
    texts.sources,
    {
      timestamp: AlarmClock,
      page: BookOpenText,
      clip: Highlighter,
      quote: MessageSquareQuote,
      frame: ScanLine,
    },
  ],
  [texts.ai, { 'ai-note': Sparkles, summary: WandSparkles }],
  [
    texts.more,
    {
      callout: MessageSquareWarning,
      toggle: ChevronRight,
      insight: Lightbulb,
      question: CircleHelp,
      blog: FileText,
      'blog-ideas': Newspaper,
    },
  ],
];

const groupOf = (id: string): number => {
  const at = GROUPS.findIndex(([, icons]) => id in icons);
  return at < 0 ? GROUPS.length - 1 : at;
};

export const iconOf = (id: string): LucideIcon => GROUPS[groupOf(id)]?.[1][id] ?? SquarePlus;

/** The commands in the order of their groups; within a group the order stays. */
export const inGroups = (commands: readonly SlashCommand[]): SlashCommand[] =>
  [...commands].sort((a, b) => groupOf(a.id) - groupOf(b.id));

/** Commands that are in the order of their groups, cut into these. */
export function groupsOf(
  commands: readonly SlashCommand[],
): { name: string; items: SlashCommand[] }[] {
  return [...Map.groupBy(commands, ({ id }) => groupOf(id))].map(([at, items]) => ({
    name: GROUPS[at]?.[0] ?? '',
    items,
  }));
}
