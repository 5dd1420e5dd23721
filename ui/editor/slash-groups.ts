import { SLASH_GROUPS } from '#core/editor/block.ts';
import type { SlashCommand } from '#core/editor/slash-commands.ts';
import { editorTexts } from './texts/editor.ts';

interface Group {
  name: string;
  items: SlashCommand[];
}

/** The groups that have commands, in the order of the menu; within a group the order stays. */
export function groupsOf(commands: readonly SlashCommand[]): Group[] {
  const byGroup = Map.groupBy(commands, ({ group }) => group);
  return SLASH_GROUPS.flatMap((group) => {
    const items = byGroup.get(group);
    return items ? [{ name: editorTexts.slashGroups[group], items }] : [];
  });
}

/** The commands in the order in which the menu shows them. */
export const inGroups = (commands: readonly SlashCommand[]): SlashCommand[] =>
  groupsOf(commands).flatMap(({ items }) => items);
