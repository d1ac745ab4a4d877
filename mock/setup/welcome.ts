import {
  type Contract,
  fits,
  isJson,
  type Operation,
  type RequestBody,
  type Requirement,
  type SecurityScheme,
  stringifyJson,
} from '../../openapi/contract';
import { credentialFlags } from '../../openapi/program/curl';
import { printable, quoted, shellWord, wordWith } from '../../openapi/program/printable';
import { partsOf } from '../control/access';
import { credentialOf, residentBytes } from '../control/health';
import { type Places, placesOf } from '../home/home';
import type { Certificate } from '../server/certificate';
import { sample } from '../values/sample';
import { pick } from '../values/shape';
import type { Source } from '../values/source';
import { createRandom } from '../world/rules/random';
import type { MockEngine } from './engine';

/**
 * What the mock prints when it is ready: its base URL on the first line, then commands to try.
 *
 * @param origin  `http://host:port`
 * @param certificate of a mock that speaks HTTPS
 */
export function welcome(
  {
    contract,
    match,
    demoKey,
    access,
    memory,
    recordsFrom,
    makeUp,
    store,
  }: Pick<MockEngine, 'contract' | 'match' | 'demoKey' | 'access' | 'memory' | 'recordsFrom' | 'makeUp' | 'store'>,
  origin: string,
  certificate?: Pick<Certificate, 'file' | 'isSelfSigned'>,
): string {
  const baseUrl = origin + contract.prefix;
  // No client trusts a certificate by itself that is its own issuer.
  const issuer = certificate?.isSelfSigned === true ? certificate.file : undefined;
  const places = placesOf(match, partsOf(access));
  const source = { random: createRandom(1), now: Date.now(), makeUp };
  const commands = [...contract.resources.flatMap(({ operations: { list, create } }) => [list, create])]
    .filter((operation) => operation !== undefined)
    .filter(({ path }) => !path.includes('{'))
    .map((operation) => () => curl(operation, baseUrl, demoKey, issuer, source));
  const tried = firstOf(commands, 2).map((command) => `  ${command}`);
  const lines = [
    `${nameOf(contract)}, mocked at ${baseUrl}`,
    ...(tried.length === 0 ? [] : ['Try:', ...tried]),
    ...whereToRead(places, origin),
    ...controlPlane(access, places, origin),
    ...(issuer === undefined
      ? []
      : [`Trust its certificate: NODE_EXTRA_CA_CERTS=${shellWord(issuer)} for programs on Node.`]),
    ...(recordsFrom === undefined ? [] : [recordsText(recordsFrom, contract)]),
    ...(store.place === undefined ? [] : [`Store: ${store.place}, shared with every other replica there`]),
    memoryText(memory.mostBytes, residentBytes(), store.place === undefined),
    'Stop with Ctrl+C.',
  ];
  return lines.map(printable).join('\n');
}

function recordsText(from: NonNullable<MockEngine['recordsFrom']>, { resources }: Contract): string {
  if (from === 'document' && resources.length === 0)
    return 'Records: none, since no path of the document is that of a list or of an item: each reply is its example or made up';
  const what =
    from === 'document'
      ? `a few of each of ${resources.length} resources, from the document's examples or made up`
      : 'the shipped ones, since this is an edited copy of the shipped document; its examples with --fixtures examples';
  return `Records: ${what}; none with --fixtures none, 50 of each with --fixtures 50`;
}

/** The limit is no forecast: most mocks never come near it. @param hasRecords whether the process keeps the records itself */
function memoryText(mostBytes: number, usedBytes: number | null, hasRecords: boolean): string {
  const [limit, used] = [mostBytes, usedBytes ?? 0].map((bytes) => `${Math.ceil(bytes / 2 ** 20)} MiB`);
  const flag = hasRecords ? ' (--records-memory lowers it)' : '';
  return `Memory limit: ${limit}${flag}${usedBytes === null ? '' : `; in use: ${used}`}`;
}

/** Of commands so many that there are; those after them are not made. */
function firstOf(commands: readonly (() => string | undefined)[], most: number): readonly string[] {
  const found: string[] = [];
  for (const make of commands) {
    const command = found.length < most ? make() : undefined;
    if (command !== undefined) found.push(command);
  }
  return found;
}

function whereToRead({ contract, reference }: Places, origin: string): readonly string[] {
  if (contract === undefined) return [];
  return [`Contract: ${origin}${contract}${reference === undefined ? '' : `, to read and try: ${origin}${reference}`}`];
}

function controlPlane(access: MockEngine['access'], { console }: Places, origin: string): readonly string[] {
  if (access.kind === 'health') return [`Admin API: off, since ${access.reason}.`];
  if (console === undefined) return [];
  const asked = access.kind === 'token' ? ', with the admin token' : '';
  return [`Console: ${origin}${console}${asked}`];
}

/** What a document calls its API, which it has to; some don't. */
const nameOf = ({ title, version }: Contract): string => [title || 'API without a title', version].join(' ').trimEnd();

/** Undefined where no body is found that the operation takes, or it requires more than a body and headers. */
function curl(
  operation: Operation,
  baseUrl: string,
  key: string | undefined,
  issuer: string | undefined,
  source: Source,
): string | undefined {
  const { path, security, body } = operation;
  const [requirement = []] = security;
  const headers = headersToTry(operation, source);
  const sent = body && bodyToTry(body, source);
  if (headers === undefined || (body !== undefined && sent === undefined)) return undefined;
  const words = [
    'curl',
    ...(issuer === undefined ? [] : ['--cacert', shellWord(issuer)]),
    ...requirement.flatMap((scheme) => keyFlags(scheme, key)),
    ...headers.flatMap((header) => ['-H', quoted(header)]),
    ...(sent === undefined ? [] : ['-H', `"Content-Type: ${sent.type}"`, '-d', quoted(stringifyJson(sent.value))]),
    address(baseUrl + path, requirement, key),
  ];
  return words.join(' ');
}

/** The arguments of curl that carry the key, unless it is in the address. */
function keyFlags(scheme: SecurityScheme, key: string | undefined): readonly string[] {
  const { in: place, name: parameter, scheme: word } = credentialOf(scheme);
  const prefix = word === undefined ? '' : `${word} `;
  return credentialFlags({ in: place, parameter, prefix }, (before, after) => wordAround(key, before, after));
}

function address(url: string, requirement: Requirement, key: string | undefined): string {
  const names = requirement.flatMap((scheme) =>
    scheme.kind === 'apiKey' && scheme.in === 'query' ? [encodeURIComponent(scheme.parameter)] : [],
  );
  if (names.length === 0) return url;
  const pieces = names.map((name, place) => `${place === 0 ? `${url}?` : '&'}${name}=`);
  return key === undefined ? wordWith('API_KEY', [...pieces, '']) : wordAround(key, pieces.join(key));
}

/** A shell word with the key in it; without a demo key, with a variable for the user's own. */
function wordAround(key: string | undefined, before: string, after = ''): string {
  if (key === undefined) return wordWith('API_KEY', [before, after]);
  const word = before + key + after;
  if (before === '') return shellWord(word);
  return /^[\w :/.?=~%+-]*$/.test(word) ? `"${word}"` : quoted(word);
}

/** The headers that an operation requires, `name: value`; undefined where it requires what is none, or has several values. */
function headersToTry({ parameters }: Operation, source: Source): readonly string[] | undefined {
  const required = parameters.filter((one) => one.required && one.in !== 'path');
  const headers = required.map(({ name, schema, examples: [example], ...parameter }) => {
    const value = example === undefined ? sample(schema, source, name) : example.value;
    const isPlain = typeof value !== 'object' && /^[\x20-\x7e]+$/.test(String(value));
    return parameter.in === 'header' && isPlain ? `${name}: ${String(value)}` : undefined;
  });
  const found = headers.filter((header) => header !== undefined);
  return found.length === required.length ? found : undefined;
}

interface BodyToTry {
  readonly type: string;
  readonly value: unknown;
}

/** A command is to be read: a longer body, in characters, is the least that fits. */
const LONGEST = 300;

/** A body that a request may have: the document's example, else one made up; undefined where none is found that fits. */
function bodyToTry({ content: [media] }: RequestBody, source: Source): BodyToTry | undefined {
  if (media === undefined) return undefined;
  const { type, schema, examples } = media;
  if (examples[0] !== undefined) return { type, value: examples[0].value };
  if (schema === undefined || !isJson(type)) return undefined;
  const made = [source, { ...source, makeUp: undefined }].map((one) => pick(schema, sample(schema, one)));
  const fitting = made.filter((value) => fits(schema, 'request', value));
  const value = fitting.find((one) => stringifyJson(one).length <= LONGEST) ?? fitting.at(-1);
  return value === undefined ? undefined : { type, value };
}
