import {
  type Contract,
  essence,
  isObject,
  itemsOf,
  jsonMediaType,
  memoized,
  type Operation,
  type Property,
  propertiesOf,
  type Schema,
  schemaAt,
  schemesOf,
  sentencesAround,
  sentencesIn,
  successOf,
} from '../../../openapi/contract';
import { withoutSecrets } from '../../exchange/evidence';
import {
  type Exchange,
  isRefusal,
  isSuccess,
  jsonLinesOf,
  jsonMediaOf,
  jsonOf,
  tableOf,
} from '../../exchange/exchange';
import { hiddenIn, isHidden, isMasked, placesOf, secretsSentIn, shownAt, textsIn } from '../../exchange/keys/secrets';
import { bodyOf } from '../../exchange/subject';
import { type Breach, replyClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';

/**
 * What is `writeOnly` comes in requests alone (OpenAPI 3.0.3 §4.7.24; JSON Schema 2020-12 Validation §9.4), and a credential is
 * for the server.
 */
export const secretsHidden: Oracle = {
  id: 'secrets.hidden',
  title: 'No reply shows what is writeOnly, or the credential',
  level: 'MUST',
  clause: ({ exchange }) => replyClause(exchange, 'What is writeOnly comes in requests alone, as credentials do.'),
  judge: ({ exchange, target, contract }) => {
    const { request, response } = exchange;
    if (response === undefined) return undefined;
    const schema = jsonMediaOf(exchange)?.schema;
    const named = schema === undefined ? [] : [...namedIn(exchange, schema), ...calledIn(exchange, schema, contract)];
    const sent = secretsSentIn(request);
    const echoed = sent.flatMap(({ name, value }) =>
      typeof value === 'string'
        ? [...echoesOf(exchange, name, value, schema), ...endsOf(name, value, jsonOf(exchange), schema)]
        : [],
    );
    const credentials = (target.credentials ?? []).filter((one) => one.length >= LEAST_KEY);
    const keys = credentials.flatMap((one) => keyShown(exchange, one, schema));
    const columns = columnsOf(exchange, contract) ?? linesOf(exchange, contract);
    const breaches = [...named, ...echoed, ...keys, ...(columns ?? [])];
    const distinct = [...new Map(breaches.toReversed().map((one) => [one.key, one])).values()].toReversed();
    return distinct.length === 0 && sent.length === 0 && schema === undefined && columns === undefined
      ? undefined
      : distinct;
  },
};

/** Columns of a table that are called as what comes in requests alone, wherever in the document that name stands, and that show something. */
function columnsOf({ response }: Exchange, contract: Contract): readonly Breach[] | undefined {
  if (essence(response?.headers.get('content-type') ?? '') !== 'text/csv' || response?.body.isCut !== false)
    return undefined;
  const [names = [], ...rows] = tableOf(response.body.text ?? '');
  const bare = (cell = ''): string => cell.replace(/^"(.*)"$/s, '$1');
  return names.map(bare).flatMap((name, nth): readonly Breach[] => {
    const shown = rows.map((row) => bare(row[nth])).find((cell) => !isMasked(cell));
    if (!hiddenNames(contract).has(name) || shown === undefined) return [];
    return [
      {
        key: `column ${name}`,
        expected: `no column ${name}: it comes in requests alone`,
        actual: `a column ${name}`,
        topic: { defect: `${name} is shown`, member: name },
      },
    ];
  });
}

/** Members of the JSON objects of a file that are called so, likewise. */
function linesOf(exchange: Exchange, contract: Contract): readonly Breach[] | undefined {
  const lines = isSuccess(exchange) ? jsonLinesOf(exchange) : undefined;
  return lines
    ?.flatMap(textsIn)
    .filter(({ name, value }) => hiddenNames(contract).has(name) && !isMasked(value))
    .map(({ name }) => ({
      key: `line ${name}`,
      expected: `no ${name} on a line: it comes in requests alone`,
      actual: `a member ${name}`,
      topic: { defect: `${name} is shown`, member: name },
    }));
}

/** The names of what comes in requests alone in each body that has it, and that no record or reply has to be seen, at whatever depth. */
const hiddenNames = memoized(({ operations, resources }: Contract): ReadonlySet<string> => {
  const replies = operations.flatMap((one) =>
    one.replies.flatMap(({ content }) => content.map(({ schema }) => schema)),
  );
  const sent = membersIn(operations.map((one) => bodyOf(one)?.schema));
  const seen = membersIn([...resources.map(({ schema }) => schema), ...replies]);
  const open = new Set([...sent, ...seen].filter(({ schema }) => !isHidden(schema)).map(({ name }) => name));
  return new Set(sent.flatMap(({ name }) => (open.has(name) ? [] : [name])));
});

/** The names of secrets that a server makes, and of which words say that the reply in which they are made is the only one to show them. */
const shownOnce = memoized(({ operations }: Contract): ReadonlySet<string> => {
  const reads = operations.filter(({ method }) => method === 'GET');
  const kept = membersIn(reads.map((one) => jsonMediaType(successOf(one)?.reply.content ?? [])?.schema)).map(
    ({ name }) => name,
  );
  const made = operations.flatMap((one) => {
    const shown = membersIn([jsonMediaType(successOf(one)?.reply.content ?? [])?.schema]);
    const isSaid = [one.description, ...one.replies.map(({ description }) => description)].some((text) =>
      SHOWN_ONCE.test(text),
    );
    return one.method === 'POST'
      ? shown.filter(({ schema }) => isSaid || SHOWN_ONCE.test(String(schema.description ?? '')))
      : [];
  });
  return new Set(made.flatMap(({ name }) => (SECRET.test(name) && !kept.includes(name) ? [name] : [])));
});

/** The names of what no reply shows, or none but the one that makes it. */
const unshownNames = memoized(
  (contract: Contract): ReadonlySet<string> => new Set([...hiddenNames(contract), ...shownOnce(contract)]),
);

const SECRET = /secret|token|password|passphrase|private_?key|signing_?key|api_?key/i;
/** `It is shown in this answer only`, `returned once`, `never shown again`. */
const SHOWN_ONCE =
  /\b(?:shown|returned|given|included|visible|displayed|revealed|shows?|returns?)\b[^.;]{0,40}\b(?:(?:only )?once|in this (?:answer|response|reply) (?:only|alone)|only (?:here|now|in this (?:answer|response|reply)|at creation|on creation|when (?:it is )?(?:created|made)))\b|\b(?:is|are|comes?|stands?) in this (?:answer|response|reply) (?:only|alone)\b|\b(?:never|not) (?:be )?(?:shown|returned|displayed|revealed) again\b/i;

/** The properties of schemas and of all that is in these. */
function membersIn(schemas: readonly (Schema | undefined)[]): readonly Property[] {
  const [found, known]: [Property[], Set<Schema>] = [[], new Set()];
  const walk = (schema: Schema | undefined): void => {
    if (schema === undefined || known.has(schema)) return;
    known.add(schema);
    walk(itemsOf(schema));
    const properties = [...propertiesOf(schema).values()];
    found.push(...properties);
    for (const one of properties) walk(one.schema);
  };
  schemas.forEach(walk);
  return found;
}

/** Texts beside what a reply's schema names that are called as what comes in requests alone, or in one reply: it may let others be there. */
function calledIn(exchange: Exchange, schema: Schema, contract: Contract): readonly Breach[] {
  const names = isSuccess(exchange) ? unshownNames(contract) : new Set<string>();
  const walk = (part: Schema, value: unknown, pointer: string): readonly Breach[] => {
    if (Array.isArray(value)) {
      const items = itemsOf(part);
      return items === undefined ? [] : value.flatMap((one) => walk(items, one, `${pointer}/*`));
    }
    if (!isObject(value)) return [];
    const properties = propertiesOf(part);
    // Of a map the names are the client's.
    if (properties.size === 0) return [];
    return Object.entries(value).flatMap(([name, one]): readonly Breach[] => {
      const inner = properties.get(name)?.schema;
      const key = `${pointer}/${name}`;
      if (inner !== undefined) return walk(inner, one, key);
      if (!names.has(name) || typeof one !== 'string' || isMasked(one)) return [];
      const topic = { defect: `${name} is shown`, member: name };
      const why = hiddenNames(contract).has(name)
        ? 'it comes in requests alone'
        : 'only the reply that makes it has it';
      return [{ key, expected: `no ${name} in a reply: ${why}`, actual: `${key} is there`, topic }];
    });
  };
  return names.size === 0 ? [] : walk(schema, jsonOf(exchange), '');
}

/** A shorter key may be a word. */
const LEAST_KEY = 8;

const withoutIndexes = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');

/** What the reply's own schema says it never has. */
function namedIn(exchange: Exchange, schema: Schema): readonly Breach[] {
  return hiddenIn(schema, jsonOf(exchange), 'response')
    .filter(({ value }) => value !== null)
    .map(({ pointer, name, value }) => ({
      key: withoutIndexes(pointer),
      expected: `no ${pointer}: it comes in requests alone`,
      actual: `${pointer} is there`,
      at: pointer,
      topic: { defect: `${name} is shown`, member: name },
      // Of a mask it is told that there is something, and not what.
      ...(isMasked(value) ? ({ isExcusable: true } as const) : {}),
    }));
}

/**
 * Where the reply shows what its request has sent in confidence, unless its schema has that member for all to see, or another member
 * has just this text: a record may have been given it as a name before.
 */
function echoesOf(exchange: Exchange, name: string, text: string, schema: Schema = {}): readonly Breach[] {
  const isDocumented = (pointer: string, member: string, value: unknown): boolean =>
    isSuccess(exchange) && (member === name || value === text) && hasMember(schema, pointer);
  return shownAt(name, text, exchange)
    .filter(({ pointer, name: member, value }) => !isDocumented(pointer, member, value))
    .map(({ pointer }) => ({
      key: pointer.startsWith('header ') ? pointer : withoutIndexes(pointer),
      expected: `no ${name} in a reply: it comes in requests alone`,
      actual: `the ${name} that was sent, ${placeName(pointer)}`,
      ...(pointer.startsWith('/') ? { at: pointer } : {}),
      topic: { defect: `${name} is shown`, member: name },
    }));
}

/** So many characters of a secret's end are no mere hint of which one it is: `the last four`. */
const LEAST_END = 6;

/** Where a member that no schema names shows the end of a secret that was sent. */
function endsOf(name: string, text: string, reply: unknown, schema: Schema = {}): readonly Breach[] {
  const walk = (value: unknown, pointer: string): readonly Breach[] => {
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([step, one]) => walk(one, `${pointer}/${step}`));
    const isEnd =
      typeof value === 'string' && value.length >= LEAST_END && value.length < text.length && text.endsWith(value);
    if (!isEnd || hasMember(schema, pointer)) return [];
    return [
      {
        key: `${withoutIndexes(pointer)} end`,
        expected: `no ${name} in a reply: it comes in requests alone`,
        actual: `its last ${value.length} characters, ${placeName(pointer)}`,
        at: pointer,
        topic: { defect: `the end of ${name} is shown`, member: name },
      },
    ];
  };
  return walk(reply, '');
}

const placeName = (pointer: string): string =>
  pointer === '' ? 'in the body' : pointer.startsWith('header ') ? `in the ${pointer}` : `in ${pointer}`;

const hasMember = (schema: Schema, pointer: string): boolean => {
  const steps = pointer.split('/').slice(1);
  const outer = schemaAt(schema, steps.slice(0, -1));
  return outer !== undefined && propertiesOf(outer).has(steps.at(-1) ?? '');
};

/** An operation that is about credentials, and a member that is called so, may show one. */
const OF_KEYS = /token|key|secret|credential|passw|session|auth|login|whoami|signature|jwt/i;

function keyShown(exchange: Exchange, credential: string, schema: Schema | undefined): readonly Breach[] {
  const { operation } = exchange.request;
  const isInLinks = schemesOf(operation).some((scheme) => scheme.kind === 'apiKey' && scheme.in === 'query');
  const isOfKeys = isSuccess(exchange) && [operation.path, operation.id].some((text) => OF_KEYS.test(text));
  // One that is wrong by a character, and comes again in a refusal, tells the right one as well.
  const parts =
    isRefusal(exchange) && credential.length > LEAST_KEY + 1 ? [credential.slice(0, -1), credential.slice(1)] : [];
  const found = [...placesOf(credential, exchange), ...parts.flatMap((part) => placesOf(part, exchange, true))];
  return found
    .filter(({ pointer, name, value }) => {
      // A documented member may hold any text, and list keys.
      const isOfRecord = value === credential && schema !== undefined && hasMember(schema, pointer);
      const isAllowed = (isOfKeys || OF_KEYS.test(name)) && !saysNever(operation);
      if (isSuccess(exchange) && (isAllowed || isOfRecord)) return false;
      // A link to the next page may have the key that this one was asked for with.
      return !isInLinks || isShownElsewhere(String(value), credential);
    })
    .map(({ pointer }) => ({
      key: `credential ${pointer.startsWith('header ') ? pointer : withoutIndexes(pointer)}`,
      expected: 'no credential in a reply',
      actual: `the credential of the request, ${placeName(pointer)}`,
      topic: { defect: 'the credential is shown' },
    }));
}

const saysNever = memoized((operation: Operation): boolean =>
  [...sentencesIn(operation.description), ...sentencesAround(operation)].some((text) => KEY_NEVER.test(text)),
);

/** `The credential itself is never repeated`: also where an operation is about keys. */
const KEY_NEVER =
  /\b(?:credentials?|api keys?|tokens?|keys?)\b(?: itself| themselves)? (?:is|are) never\b[^.;]{0,20}\b(?:repeated|returned|shown|echoed|included|revealed|sent back|part of)\b/i;

const isShownElsewhere = (value: string, credential: string): boolean =>
  withoutSecrets(value.replace(/^[^?]*\?/, '')).includes(credential);
