/** Parsers of the flags' values: each takes the text, and for a flag that may come several times the value so far. */
import { InvalidArgumentError } from 'commander';
import { JsonError, parseJson } from '../../openapi/contract';
import { CHECKS } from '../checks';
import { ORACLES } from '../oracles';

/** A value that the server is known to accept. */
export interface Example {
  readonly operation: string;
  readonly property: string;
  readonly value: unknown;
}

export function baseUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Expected a URL such as http://127.0.0.1:4010/v1.');
  return text.replace(/\/+$/, '');
}

export function whole(lowest: number, highest: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= lowest && value <= highest) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${lowest} to ${highest}.`);
  };
}

export function rate(text: string): number {
  const [, figure] = /^(\d{1,6})(?:\/m)?$/.exec(text) ?? [];
  if (figure === undefined || Number(figure) === 0)
    throw new InvalidArgumentError('Expected requests a minute, such as 60/m.');
  return Number(figure);
}

export const list = (text: string, before: readonly string[]): readonly string[] => [
  ...before,
  ...text.split(',').map((part) => part.trim()),
];

/** Ids of checks and oracles, or what they begin with up to a dot. */
export function ids(text: string, before: readonly string[]): readonly string[] {
  const known = [...CHECKS, ...ORACLES].map(({ id }) => id);
  const wanted = list(text, []);
  const unknown = wanted.find((one) => !known.some((id) => id === one || id.startsWith(`${one.replace(/\.$/, '')}.`)));
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no check "${unknown}"; see --list-checks.`);
  return [...before, ...wanted];
}

const oneOf =
  <T extends string>(...known: readonly T[]) =>
  (text: string, before: readonly T[]): readonly T[] => [
    ...before,
    ...list(text, []).map((part) => {
      const found = known.find((one) => one === part || `${one}s` === part);
      if (found === undefined) throw new InvalidArgumentError(`Expected one of ${known.join(', ')}.`);
      return found;
    }),
  ];

export const outcomes = oneOf('warning', 'inconclusive');
export const formats = oneOf('json', 'junit');

export function header(line: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError("Expected 'Name: value'.");
  return { ...before, [name]: value };
}

/** `createThing.size=3`: the value as JSON, else as the text that it is. */
export function example(assignment: string, before: readonly Example[]): readonly Example[] {
  const [, operation, property, text] = /^([^.=]+)\.([^=]+)=(.*)$/s.exec(assignment) ?? [];
  if (operation === undefined || property === undefined || text === undefined)
    throw new InvalidArgumentError('Expected operation.field=value.');
  return [...before, { operation, property, value: valueOfText(text) }];
}

function valueOfText(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return text;
    throw error;
  }
}
