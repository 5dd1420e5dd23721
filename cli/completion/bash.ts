import { optionValues, quoted, steps, type DescribedCommand } from './described-command.ts';

/** Works in bash 3.2, the version on macOS. */
export function bashScript(commands: readonly DescribedCommand[]): string {
  const values = optionValues(commands);
  const cases = (entries: readonly (readonly [string, readonly string[]])[]): string =>
    entries
      .filter(([, words]) => words.length > 0)
      .map(([path, words]) => `      ${quoted(path)}) words=${quoted(words.join(' '))} ;;`)
      .join('\n');
  const free = values
    .filter(({ choices }) => choices.length === 0)
    .map(({ after }) => quoted(after));
  return `# Completion of gloss for bash. In ~/.bashrc: eval "$(gloss completion bash)"
_gloss() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local location="" words="" word i
  COMPREPLY=()
  # Bash takes --type=web for three words.
  if [[ $current == = ]]; then
    current=""
  elif [[ $previous == = ]]; then
    previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$location $word" in
      ${steps(commands).map(quoted).join(' | ')}) location="\${location:+$location }$word" ;;
    esac
  done
  # Without words, bash completes file names.
  case "$location $previous" in
${cases(values.map(({ after, choices }) => [after, choices] as const))}
      ${free.join(' | ')}) return ;;
  esac
  if [[ -n $words ]]; then
    :
  elif [[ $current == -* ]]; then
    case "$location" in
${cases(commands.map(({ path, options }) => [path, options.flatMap(({ flags }) => flags)] as const))}
    esac
  else
    case "$location" in
${cases(commands.map(({ path, subcommands, choices }) => [path, [...subcommands.map(({ name }) => name), ...choices]] as const))}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _gloss gloss
`;
}
