import { Argument, type Command } from 'commander';
import type { CliCommand } from '../command.ts';
import { bashScript } from '../completion/bash.ts';
import { describeCommands, type DescribedCommand } from '../completion/described-command.ts';
import { fishScript } from '../completion/fish.ts';
import { zshScript } from '../completion/zsh.ts';

const SCRIPTS: Readonly<Record<string, (commands: readonly DescribedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** The program that the command is part of. */
const programOf = (command: Command): Command =>
  command.parent ? programOf(command.parent) : command;

export const completion: CliCommand = {
  describe: (program) =>
    program
      .command('completion')
      .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SCRIPTS)))
      .description('Print a script that completes commands, options and their values')
      .addHelpText(
        'after',
        `
To load it in every new shell:
  bash  echo 'eval "$(gloss completion bash)"' >> ~/.bashrc
  zsh   echo 'eval "$(gloss completion zsh)"' >> ~/.zshrc
  fish  gloss completion fish > ~/.config/fish/completions/gloss.fish`,
      ),
  run({ out, command }, [shell = '']) {
    const script = SCRIPTS[shell]?.(describeCommands(programOf(command))) ?? '';
    out.record({ shell, script });
    out.write(script);
    return Promise.resolve(0);
  },
};
