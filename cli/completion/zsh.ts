import { optionValues, quoted, steps, type DescribedCommand } from './described-command.ts';

/** `'name:what it is about'` */
const described = (name: string, about: string): string =>
  quoted(`${name.replaceAll(':', '\\:')}:${about.replaceAll(':', '\\:')}`);

export function zshScript(commands: readonly DescribedCommand[]): string {
  const values = optionValues(commands);
  const chosen = values
    .filter(({ choices }) => choices.length > 0)
    .map(({ after, choices }) => `    ${quoted(after)}) compadd -- ${choices.join(' ')}; return ;;`)
    .join('\n');
  const free = values
    .filter(({ choices }) => choices.length === 0)
    .map(({ after }) => quoted(after));
  const lists = commands
    .map(
      ({ path, options, subcommands, choices }) => `    ${quoted(path)})
      options=(${options.flatMap(({ flags, about }) => flags.map((flag) => described(flag, about))).join(' ')})
      candidates=(${[...subcommands.map(({ name, about }) => described(name, about)), ...choices.map(quoted)].join(' ')}) ;;`,
    )
    .join('\n');
  return `#compdef gloss
# Completion of gloss for zsh. In ~/.zshrc, after compinit: eval "$(gloss completion zsh)"
_gloss() {
  local current="\${words[CURRENT]}" previous="\${words[CURRENT - 1]}" location="" word i
  local -a options candidates
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    case "$location $word" in
      ${steps(commands).map(quoted).join(' | ')}) location="\${location:+$location }$word" ;;
    esac
  done
  if [[ $current == --*=* ]]; then
    previous="\${current%%=*}"
    compset -P '*='
  fi
  case "$location $previous" in
${chosen}
    ${free.join(' | ')}) _files; return ;;
  esac
  case "$location" in
${lists}
  esac
  if [[ $current == -* ]]; then
    _describe -o option options
  elif (( \${#candidates} )); then
    _describe command candidates
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _gloss ]]; then
  _gloss "$@"
else
  compdef _gloss gloss
fi
`;
}
