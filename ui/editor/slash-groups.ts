import { SLASH_GROUPS } from '#core/editor/block.ts';
import type { SlashCommand } from '#core/editor/slash-commands.ts';
import { editorTexts } from './texts/editor.ts';

interface Group {
  name: string;
  items: SlashCommand[];
}

/** The groups that have commands, in menu order; commands keep their order inside a group. */
export function groupsOf(commands: readonly SlashCommand[]): Group[] {
  const byGroup = Map.groupBy(commands, ({ group }) => group);
  return SLASH_GROUPS.flatMap((group) => {
    const items = byGroup.get(group);
    return items ? [{ name: editorTexts.slashGroups[group], items }] : [];
  });
}

/** The commands in menu order. */
export const inGroups = (commands: readonly SlashCommand[]): SlashCommand[] =>
  groupsOf(commands).flatMap(({ items }) => items);
