/** Completion scripts for shells. They contain every command and flag, so that completion never starts the program. */
import type { Flag, Place } from './completion-tree.ts';

/** Supported shells. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** Renders the script of a shell; `name` must be a plain word. */
export function completionScript(shell: Shell, name: string, places: readonly Place[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](name, places);
}

/** Only command names lead to another place; where no words are known, the shell offers files. */
function bashScript(name: string, places: readonly Place[]): string {
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => quoteForShell(path));
  return `# Completes ${name} in bash: source <(${name} completion bash)
_${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="" place="" word words=""
  if ((COMP_CWORD > 0)); then before="\${COMP_WORDS[COMP_CWORD - 1]}"; fi
  if [[ "$current" == "=" ]]; then current=""; elif [[ "$before" == "=" ]]; then before="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD > 0 ? COMP_CWORD - 1 : 0))}"; do
    case "\${place:+$place }$word" in
      ${paths.join(' | ')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place $before" in
${places.flatMap((place) => place.flags.flatMap((flag) => bashValues(place, flag))).join('')}    *)
      case "$place" in
${places.map(bashPlace).join('')}      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -o bashdefault -F _${name} ${name}
`;
}

/** Offers the values of a flag, or files. */
function bashValues({ path }: Place, { names, takes, words }: Flag): string[] {
  if (takes === 'nothing') return [];
  const patterns = names.map((name) => quoteForShell(`${path} ${name}`)).join(' | ');
  return [`    ${patterns}) words=${quoteForShell(words.join(' '))} ;;\n`];
}

/** Offers flags only after a dash, because they would hide the files. */
function bashPlace({ path, commands, flags, words }: Place): string {
  const names = flags.flatMap((flag) => flag.names).join(' ');
  const others = [...commands.map(({ name }) => name), ...words].join(' ');
  return `        ${quoteForShell(path)}) if [[ "$current" == -* ]]; then words=${quoteForShell(names)}; else words=${quoteForShell(others)}; fi ;;\n`;
}

/** Zsh runs the bash script through `bashcompinit`. */
function zshScript(name: string, places: readonly Place[]): string {
  const script = bashScript(name, places).split('\n').slice(1).join('\n');
  return `# Completes ${name} in zsh: source <(${name} completion zsh)
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${script}`;
}

function fishScript(name: string, places: readonly Place[]): string {
  return `# Completes ${name} in fish: ${name} completion fish | source
${places.flatMap((place) => fishPlace(name, place)).join('\n')}
`;
}

function fishPlace(program: string, place: Place): string[] {
  const { path, commands, flags, words } = place;
  const typed = path === '' ? [] : path.split(' ');
  const inside = typed.map((word) => `__fish_seen_subcommand_from ${word}`);
  const notBeyond = commands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${joinNames(commands)}`];
  const where = [...inside, ...notBeyond].join('; and ');
  const start = `complete -c ${program}${where === '' ? '' : ` -n ${quoteForShell(where)}`}`;
  return [
    ...commands.map(({ name, description }) => `${start} -f -a ${name} -d ${quoteForShell(description)}`),
    ...(words.length === 0 ? [] : [`${start} -f -a ${quoteForShell(words.join(' '))}`]),
    ...flags.map((flag) => `${start} ${fishFlag(flag)}`),
  ];
}

function fishFlag({ names, takes, words, description }: Flag): string {
  const named = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const values = { nothing: [], file: ['-r'], word: ['-x', `-a ${quoteForShell(words.join(' '))}`] }[takes];
  return [...named, ...values, `-d ${quoteForShell(description)}`].join(' ');
}

function joinNames(commands: Place['commands']): string {
  return commands.map(({ name }) => name).join(' ');
}

/** Quotes a text as one word of any of the shells. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll('\n', ' ').replaceAll("'", `'"'"'`)}'`;
}
