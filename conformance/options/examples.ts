/** Values that the user names as good ones: of parameters, of members of bodies, and whole bodies. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import {
  type Contract,
  essence,
  fits,
  isObject,
  itemsOf,
  JsonError,
  jsonIn,
  type Operation,
  type Parameter,
  parseJson,
  parseYaml,
  partOf,
  propertiesOf,
  reasonOf,
  type Schema,
  sentenceOf,
  stringifyJson,
  validatorOf,
} from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import { meantText } from '../../openapi/program/nearest';
import { carriesCredential, OWN_HEADERS } from '../exchange/query';
import { contractWith } from '../exchange/removal';
import { type BodyMedia, bodyOf, isForm, MULTIPART, memberedBodyOf, otherBodyOf } from '../exchange/subject';
import { type Given, givenKey, memberSchema } from '../requests/bodies/given';
import { fileValue, isFile, typeOfName } from '../requests/files';
import type { Example } from './flag-kinds';

interface Examples {
  /** Good values of a member of a body or a parameter of a query, by its name. */
  readonly examplesGiven: ReadonlyMap<string, readonly unknown[]>;
  readonly given: Given;
  /** Whole bodies, by operation. */
  readonly bodies: ReadonlyMap<Operation, readonly unknown[]>;
}

/** @throws UsageError where the contract has no such operation, parameter or member, or does not allow the value */
export function readExamples(examples: readonly Example[], contract: Contract): Examples {
  const examplesGiven = new Map<string, readonly unknown[]>();
  const given = new Map<string, readonly unknown[]>();
  const bodies = new Map<Operation, readonly unknown[]>();
  for (const example of examples) {
    const [operation, name] = operationOf(example, contract);
    const target = targetOf(operation, name, example);
    const values = valuesFor(target, example);
    const add = <Key>(to: Map<Key, readonly unknown[]>, key: Key) => to.set(key, [...(to.get(key) ?? []), ...values]);
    if (target.place === 'body') {
      add(bodies, operation);
      continue;
    }
    add(given, givenKey(operation, target.name));
    if ((target.place === 'member' || target.place === 'query') && !target.name.includes('.'))
      add(examplesGiven, target.name);
  }
  return { examplesGiven, given, bodies };
}

/** The contract whose operations have these bodies as their first examples. They stand nowhere in the document. */
export const withBodies = (contract: Contract, { bodies }: Pick<Examples, 'bodies'>): Contract =>
  bodies.size === 0
    ? contract
    : contractWith(contract, (operation) => {
        const type = wholeBodyOf(operation)?.type;
        const own = (bodies.get(operation) ?? []).map((value) => ({ name: '--example', value, pointer: '' }));
        if (operation.body === undefined || own.length === 0) return operation;
        const content = operation.body.content.map((media) =>
          media.type === type ? { ...media, examples: [...own, ...media.examples] } : media,
        );
        return { ...operation, body: { ...operation.body, content } };
      });

/**
 * The values of a file, of JSON or YAML: an object that has for each operation an object of values by the names that a flag would give.
 * In the place of a value that is not known yet stands null, as in the file that a report has to fill in. Of a whole report it is that.
 *
 * @throws UsageError, ContractError
 */
export function examplesIn(file: string): readonly Example[] {
  const given = parseYaml(file, textOf(file, `--examples ${file}`));
  const reach = isObject(given) && 'verdict' in given ? given.reach : undefined;
  const values = isObject(reach) ? (reach.examples ?? {}) : given;
  return membersOf(values, file, 'an object with a member for each operation').flatMap(([operation, values]) =>
    membersOf(
      values,
      `${file} ${operation}`,
      'an object of values by the names of parameters and properties, or body',
    ).flatMap(([property, value]): readonly Example[] =>
      value === null ? [] : [{ operation, property, value, place: file, isList: Array.isArray(value) }],
    ),
  );
}

function membersOf(value: unknown, place: string, expected: string): readonly (readonly [string, unknown])[] {
  if (isObject(value)) return Object.entries(value);
  throw new UsageError(`${place}: ${stringifyJson(value ?? null)} is invalid. Expected ${expected}`);
}

function textOf(file: string, place: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${place}: the file ${file} can't be read: ${reasonOf(error)}`);
  }
}

/** An example as a message names it: by its flag, or its place in a file. */
const nameOf = ({ place = '--example', operation, property }: Example): string => `${place} ${operation}.${property}`;

/** The text by which `--example` names it, wherever it was named. A file is relative to the one that names it. */
export function assignmentOf(example: Example): string {
  const { operation, property, value, place } = example;
  const isText = typeof value === 'string' && jsonIn(value) === undefined;
  const text = isText ? value : stringifyJson(value);
  const file = place !== undefined && text.startsWith('@') ? pathOf(text.slice(1), example) : '';
  return `${operation}.${property}=${existsSync(file) ? `@${file}` : text}`;
}

/** The id of an operation may have dots in it: the longest one counts. */
function operationOf(example: Example, { operations }: Contract): readonly [Operation, string] {
  const { operation, property } = example;
  const whole = `${operation}.${property}`;
  const [found] = operations
    .filter(({ id }) => whole.startsWith(`${id}.`))
    .toSorted((one, other) => other.id.length - one.id.length);
  if (found !== undefined) return [found, whole.slice(found.id.length + 1)];
  throw new UsageError(
    `${nameOf(example)}: the contract has no operation "${operation}"; ${meantText(
      operation,
      operations.map(({ id }) => id),
    )}`,
  );
}

/** What a value is meant for, by the name that the document has for it. */
interface Target {
  readonly place: Parameter['in'] | 'member' | 'body';
  readonly name: string;
  readonly schema: Schema;
  /** Of a whole body: whether a text in it stands as it is. */
  readonly isText?: boolean;
  /** Of a member: whether a file can be given for it. */
  readonly isFile?: boolean;
}

function targetOf(operation: Operation, name: string, example: Example): Target {
  const parameters = operation.parameters.filter((one) => isSettable(operation, one));
  const parameter = parameters.find(
    (one) => one.name === name || (one.in === 'header' && one.name.toLowerCase() === name.toLowerCase()),
  );
  if (parameter !== undefined) return { place: parameter.in, name: parameter.name, schema: parameter.schema };
  // The items of an array have their members in common.
  const plain = name.replaceAll(/\[\d*\]/g, '');
  const members = memberedBodyOf(operation)?.schema;
  const schema = schemaAt(members, plain.split('.'));
  const media = wholeBodyOf(operation);
  // A member of that name goes before, where it takes the value.
  const isMember = schema !== undefined && propertiesOf(members ?? {}).has(name) && isTaken(schema, example);
  if (name === 'body' && media !== undefined && !isMember)
    return { place: 'body', name, schema: media.schema, isText: bodyOf(operation) === undefined && !isForm(media) };
  if (schema !== undefined) return { place: 'member', name: plain, schema, isFile: isFileIn(media, schema) };
  const known = [...parameters.map((one) => one.name), ...propertiesOf(members ?? {}).keys()];
  const whole = media === undefined ? '' : ', and the whole body as "body"';
  throw new UsageError(
    `${nameOf(example)}: ${operation.id} has no parameter or property "${name}"; it has ${known.join(', ') || 'nothing'}${whole} ` +
      '(name nested properties with a dot; give Authorization and the like with --header)',
  );
}

/** Headers of the connection, and those that carry a key, are not of the operation. */
const isSettable = (operation: Operation, { in: place, name }: Parameter): boolean =>
  place === 'path' ||
  (!carriesCredential(operation, name, place) && !(place === 'header' && OWN_HEADERS.includes(name.toLowerCase())));

const isFileIn = (media: BodyMedia | undefined, schema: Schema): boolean =>
  media !== undefined && essence(media.type) === MULTIPART && isFile(schema);

const wholeBodyOf = (operation: Operation): BodyMedia | undefined => bodyOf(operation) ?? otherBodyOf(operation);

/** The schema of a member, or of one within it; those of an array are the members of its items. */
function schemaAt(schema: Schema | undefined, [name, ...inner]: readonly string[]): Schema | undefined {
  if (schema === undefined || name === undefined) return schema;
  const items = itemsOf(schema);
  if (items !== undefined && !propertiesOf(schema).has(name)) return schemaAt(items, [name, ...inner]);
  return schemaAt(memberSchema(schema, name), inner);
}

/** The value as JSON; where that does not fit, as the text that it is. */
const formsOf = (value: unknown): readonly unknown[] => [value, stringifyJson(value)];

/** Whether a member takes a value, but for an object as a text. */
const isTaken = (schema: Schema, { value }: Example): boolean =>
  (isObject(value) ? [value] : formsOf(value)).some((one) => fits(schema, 'request', one));

/** The values that an example has: an array of a file is several of them, unless its place takes arrays. */
function valuesFor(target: Target, example: Example): readonly unknown[] {
  const { value, isList = false } = example;
  const isOne = !isList || !Array.isArray(value) || fits(target.schema, 'request', value);
  if (!isOne && value.length === 0) throw new UsageError(`${nameOf(example)}: an empty array names no value`);
  return (isOne ? [value] : value).map((one: unknown) => valueFor(target, one, example));
}

/** So much of a value is shown. */
const LONGEST = 200;

/** A value in the form that its place takes. A text in a body that has no members stands as it is. */
function valueFor({ schema, isText, isFile: takesFile = false }: Target, value: unknown, example: Example): unknown {
  const file = typeof value === 'string' && value.startsWith('@') ? value.slice(1) : undefined;
  const upload = takesFile && file !== undefined ? fileOf(file, example) : undefined;
  const whole = isText !== undefined && file !== undefined ? ofFile(file, isText, example) : value;
  if (isText && typeof whole === 'string') return whole;
  const forms = upload !== undefined ? [upload, [upload]] : isText === undefined ? formsOf(value) : [whole];
  const found = forms.find((one) => fits(schema, 'request', one));
  if (found !== undefined) return found;
  const text = stringifyJson(value);
  const shown = text.length > LONGEST ? `${partOf(text, 0, LONGEST)}…` : text;
  throw new UsageError(`${nameOf(example)}: ${shown} breaks the contract: ${wrongIn(schema, whole)}`);
}

/** What is expected where. */
function wrongIn(schema: Schema, value: unknown): string {
  // What begins as JSON was mostly meant so.
  if (typeof value === 'string' && /^\s*[[{]/.test(value) && !fits(schema, 'request', value))
    try {
      parseJson(value);
    } catch (error) {
      if (error instanceof JsonError) return `it is not JSON: ${error.message}`;
    }
  const violation = validatorOf(schema, 'request')(value);
  return violation === undefined ? 'no such value is allowed there' : sentenceOf(violation, 'it');
}

/** @param name of a file, relative to the one that names it, else to the working directory */
function pathOf(name: string, { place = '' }: Pick<Example, 'place'>): string {
  const [base = ''] = place.split('#');
  return resolve(base === '' ? '.' : dirname(base), name);
}

/** A file to upload, under its own name, and with the type that its ending has. Bodies are texts. */
function fileOf(name: string, example: Example): string {
  const file = pathOf(name, example);
  const text = textOf(file, nameOf(example));
  if (text.includes('\ufffd'))
    throw new UsageError(`${nameOf(example)}: the file ${file} is no text in UTF-8, and no other can be sent`);
  return fileValue({ name: basename(file), type: typeOfName(file), text });
}

function ofFile(name: string, isText: boolean, example: Example): unknown {
  const file = pathOf(name, example);
  const text = textOf(file, nameOf(example));
  if (isText) return text;
  try {
    return /\.ya?ml$/i.test(file) ? parseYaml(file, text) : parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new UsageError(`${nameOf(example)}: the file ${file} is not JSON: ${error.message}`);
  }
}
