import { inspect } from 'node:util';
import { defaultOf } from '../command';
import type { OptionRow } from '../option';

/** `` `--header <line>` (`-H`) ``: the long name first. */
export function flagCell({ flag = '' }: OptionRow): string {
  const [, short, long = ''] = /^(?:(-\w), )?(.*)$/.exec(flag) ?? [];
  return long === '' ? '' : `\`${long}\`${short === undefined ? '' : ` (\`${short}\`)`}`;
}

/** The default as the flag's text, in words where no text means it; and that of code where it is another. */
export function defaultCell(row: OptionRow): string {
  if (row.defaultWords !== undefined) return row.defaultWords;
  const ofFlag = row.flag === undefined ? undefined : defaultOf(row)?.replaceAll('"', '');
  const ofCode = row.default === undefined ? undefined : inspect(row.default);
  if (row.flagDefault === undefined) return code(row.flag === undefined ? ofCode : ofFlag);
  return `${code(ofFlag)}; as an option ${code(ofCode)}`;
}

/** What the option is for, and what it takes where the words do not say it. */
export function meaningCell({ help, kind, env }: OptionRow, inCode?: string): string {
  const facts = [
    ...(kind.choices === undefined ? [] : [kind.choices.map(code).join(', ')]),
    ...(env === undefined ? [] : [`variable ${code(env)}`]),
    ...(inCode === undefined ? [] : [`as an option also ${inCode}`]),
  ];
  return facts.length === 0 ? help : `${help} (${facts.join('; ')})`;
}

const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);
