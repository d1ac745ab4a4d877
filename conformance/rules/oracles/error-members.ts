import {
  isObject,
  keywordOf,
  memoized,
  type Operation,
  own,
  propertiesOf,
  type Schema,
  sentencesAround,
  typesOf,
} from '../../../openapi/contract';
import { isOfOperation, jsonMediaOf, jsonOf } from '../../exchange/exchange';
import { sentencesOf } from '../../records/action-words';
import type { JsonRecord } from '../../records/records';
import { brief } from '../../verdict/brief';
import { replyClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';

/** An error has the members that words give to its status or its code, the codes of its status, and texts that are made of others as words say. */
export const errorMembers: Oracle = {
  id: 'error.members',
  title: 'An error has the members and the code that words give to it',
  level: 'MUST',
  clause: ({ exchange }) => replyClause(exchange, 'An error has what is said of its status and its code.', 'content'),
  judge: ({ exchange }) => {
    const { request, response } = exchange;
    if (response === undefined || response.status < 400 || !isOfOperation(exchange)) return undefined;
    const [schema, body] = [jsonMediaOf(exchange)?.schema, jsonOf(exchange)];
    if (schema === undefined || !isObject(body)) return undefined;
    const said = saidOf(request.operation)(schema);
    const { status } = response;
    const wrong = missingIn(said, status, body) ?? madeOtherwise(said, body) ?? strangeCode(said, status, body);
    const isSilent = said.present.length + said.made.length + said.codes.size === 0;
    if (wrong === undefined) return isSilent ? undefined : [];
    const { name, expected, actual } = wrong;
    return [{ key: name, expected, actual, topic: { defect: name } }];
  },
};

/** What words say of the members of an error. */
interface Said {
  /** The member whose choices are the codes of errors. */
  readonly code: string | undefined;
  /** Members that are there with a status, with a code, or with both. */
  readonly present: readonly { readonly name: string; readonly status?: number; readonly code?: string | undefined }[];
  /** Members that are made of another one. */
  readonly made: readonly { readonly name: string; readonly make: (error: JsonRecord) => string | undefined }[];
  /** The codes that a status has, and no others. */
  readonly codes: ReadonlyMap<number, readonly string[]>;
}

interface Wrong {
  readonly name: string;
  readonly expected: string;
  readonly actual: string;
}

function missingIn({ present, code }: Said, status: number, error: JsonRecord): Wrong | undefined {
  const told = code === undefined ? undefined : own(error, code);
  const owed = present.find(
    (one) =>
      (one.status ?? status) === status && (one.code ?? told) === told && (own(error, one.name) ?? null) === null,
  );
  if (owed === undefined) return undefined;
  const of = [owed.status, owed.code].filter((one) => one !== undefined).join(' ');
  return { name: owed.name, expected: `/${owed.name}, as words say of ${of}`, actual: 'none' };
}

function madeOtherwise({ made }: Said, error: JsonRecord): Wrong | undefined {
  for (const { name, make } of made) {
    const [wanted, shown] = [make(error), own(error, name)];
    if (wanted === undefined || typeof shown !== 'string' || shown === wanted) continue;
    return { name, expected: `/${name}: ${brief(wanted)}, as words make it`, actual: brief(shown) };
  }
  return undefined;
}

function strangeCode({ codes, code }: Said, status: number, error: JsonRecord): Wrong | undefined {
  const shown = code === undefined ? undefined : own(error, code);
  const listed = codes.get(status);
  const others = [...codes].flatMap(([other, names]) => (other === status ? [] : names));
  const isOther =
    typeof shown === 'string' &&
    (listed?.includes(shown) === false || (listed === undefined && others.includes(shown)));
  if (!isOther || code === undefined) return undefined;
  const expected =
    listed === undefined ? `another /${code}: ${shown} is that of another status` : `/${code}: ${listed.join(' or ')}`;
  return { name: code, expected, actual: `${brief(shown)} with ${status}` };
}

const saidOf = memoized((operation: Operation) =>
  memoized((schema: Schema): Said => {
    const members = propertiesOf(schema);
    const around = sentencesAround(operation).map((text) =>
      text.replaceAll(/(?<!\w)[*_]{1,2}(?=\w)|(?<=\w)[*_]{1,2}(?!\w)/g, ''),
    );
    const code = [...members.values()].find(
      (one) =>
        /code$|^(?:error|reason|type|title)$/i.test(one.name) && (keywordOf(one.schema, 'enum')?.length ?? 0) > 2,
    );
    const codes = new Set((keywordOf(code?.schema ?? {}, 'enum') ?? []).map(String));
    const beside = [...members.values()].flatMap(({ name, schema: own }) =>
      sentencesOf(String(own.description ?? '')).flatMap((text) => withCodes(name, text, codes)),
    );
    return {
      code: code?.name,
      present: [...around.flatMap((text) => withStatuses(text, schema)), ...beside],
      made: around.flatMap((text) => madeBy(text, schema)),
      codes: codesBy(String(code?.schema.description ?? ''), codes),
    };
  }),
);

/** "For 400 `parameter_invalid` and 422 there is an `errors` array". */
function withStatuses(text: string, schema: Schema): Said['present'] {
  const [, name = ''] = HAS_MEMBER.exec(text) ?? [];
  if (!propertiesOf(schema).has(name) || PERHAPS.test(text)) return [];
  return [...text.matchAll(/\b([45]\d\d)\b(?:\s+\(?`(\w+)`)?/g)].map(([, status, code]) => ({
    name,
    status: Number(status),
    ...(code === undefined || code === name ? {} : { code }),
  }));
}

/** "Present with `transition_not_allowed`": a code. */
const withCodes = (name: string, text: string, codes: ReadonlySet<string>): Said['present'] =>
  PERHAPS.test(text) || !PRESENT_WITH.test(text)
    ? []
    : [...text.matchAll(/`(\w+)`/g)].flatMap(([, code = '']) => (codes.has(code) ? [{ name, code }] : []));

const HAS_MEMBER =
  /\b(?:there (?:is|are)|ha(?:s|ve)|carr(?:y|ies)|contains?|includes?|comes? with|holds?)(?: \w+){0,4} `(\w+)`/i;
const PRESENT_WITH =
  /^(?:also )?(?:(?:it is )?(?:present|set|given|there|included|returned|sent)|(?:is )?only (?:present|there|set|given))(?: only)? (?:with|for|when|if)\b/i;
const PERHAPS =
  /\b(?:may|might|can|could|sometimes|optional\w*|usually|mostly|if (?:any|known)|unless|except)\b|\b(?:no|without|not) (?:\w+ ){0,2}`/i;

/** "`type` is `https://api.example/problems/` followed by `code`", "`type` is `https://api.example/problems/{code}`". */
function madeBy(text: string, schema: Schema): Said['made'] {
  const members = propertiesOf(schema);
  const isText = (name: string): boolean => typesOf(members.get(name)?.schema ?? {}).includes('string');
  const [, name = '', front = '', by = ''] = FOLLOWED.exec(text) ?? [];
  const [, whole = '', template = '', within = ''] = TEMPLATE.exec(text) ?? [];
  const textOf = (error: JsonRecord, member: string): string | undefined => {
    const value = own(error, member);
    return typeof value === 'string' ? value : undefined;
  };
  const after = {
    name,
    make: (error: JsonRecord) => (textOf(error, by) === undefined ? undefined : `${front}${textOf(error, by)}`),
  };
  const filled = {
    name: whole,
    make: (error: JsonRecord) => {
      const value = textOf(error, within);
      return value === undefined ? undefined : template.replace(`{${within}}`, () => value);
    },
  };
  return [...(isText(name) && isText(by) ? [after] : []), ...(isText(whole) && isText(within) ? [filled] : [])];
}

const FOLLOWED =
  /`(\w+)`(?: of (?:an?|the|each|every) \w+)?(?: is| equals|:)? (?:always )?`([^`{}]+)`,? (?:followed by|plus|and then|with) (?:the |its )?`(\w+)`/i;
const TEMPLATE =
  /`(\w+)`(?: of (?:an?|the|each|every) \w+)?(?: is| equals|:| has the form) (?:always )?`([^`]*\{(\w+)\}[^`]*)`/i;

/** "400 parameter_invalid, cursor_invalid; 401 unauthenticated": parts that are a status and codes, and nothing else. */
function codesBy(description: string, codes: ReadonlySet<string>): ReadonlyMap<number, readonly string[]> {
  const flat = description
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ')
    .split(/[;.](?:\s|$)/);
  return new Map(
    flat.flatMap((part) => {
      const [, status, listed = ''] =
        /^\W*([45]\d\d):? ([\w-]+(?:(?:, | or |, or )[\w-]+)*)\W*$/.exec(part.trim()) ?? [];
      const names = listed.split(/, or |, | or /);
      return status !== undefined && names.every((one) => codes.has(one)) ? [[Number(status), names] as const] : [];
    }),
  );
}
