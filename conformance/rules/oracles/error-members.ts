import {
  isObject,
  jsonIn,
  jsonMediaType,
  keywordOf,
  memoized,
  type Operation,
  own,
  type Property,
  propertiesOf,
  replyFor,
  type Schema,
  sentencesAround,
  typesOf,
} from '../../../openapi/contract';
import { type Exchange, isOfOperation, jsonMediaOf, jsonOf, type Request } from '../../exchange/exchange';
import { wrongInQuery } from '../../exchange/query';
import { sentencesOf } from '../../records/marked';
import type { JsonRecord } from '../../records/records';
import { brief } from '../../verdict/brief';
import { replyClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';
import { type CodeMember, codesBy, listedIn, namedBeside, type Paired, pairedIn, toldIn } from './error-codes';

/** An error has the members that words give to its status or its code, the codes of its status, and texts that are made of others as words say. */
export const errorMembers: Oracle = {
  id: 'error.members',
  title: 'An error has the members and the code that words give to it',
  level: 'MUST',
  clause: ({ exchange }) => replyClause(exchange, 'An error has what is said of its status and its code.', 'content'),
  judge: ({ exchange }) => {
    const { request, response } = exchange;
    if (response === undefined || response.status < 400 || !isOfOperation(exchange)) return undefined;
    const body = jsonOf(exchange);
    const schema = jsonMediaOf(exchange)?.schema ?? schemaOfOthers(request.operation, response.status);
    if (schema === undefined || !isObject(body)) return undefined;
    const said = saidOf(request.operation)(schema);
    const { status } = response;
    const wrong =
      missingIn(said, status, body) ??
      madeOtherwise(said, body) ??
      otherThanHeader(said, exchange, body) ??
      strangeCode(said, status, body) ??
      codeOfAnother(said.paired, request.operation, status, body) ??
      otherThanOfMissing(said, request, status, body);
    const isSilent =
      said.present.length +
        said.made.length +
        said.repeated.length +
        said.codes.size +
        said.named.size +
        said.missing.size ===
      0;
    if (wrong === undefined) return isSilent ? undefined : [];
    const { name, expected, actual } = wrong;
    return [{ key: name, expected, actual, topic: { defect: name } }];
  },
};

/** What other errors of an operation are, where it does not list one of a status: that has their codes. */
function schemaOfOthers(operation: Operation, status: number): Schema | undefined {
  if (replyFor(operation, status) !== undefined) return undefined;
  const others = operation.replies.filter((reply) => Number(reply.status) >= 400);
  return others.map(({ content }) => jsonMediaType(content)?.schema).find((one) => one !== undefined);
}

/** What words say of the members of an error. */
interface Said {
  /** The member that has the code of an error: one of its choices, or what is behind the front of an address. */
  readonly code: CodeMember | undefined;
  /** Members that are there with a status, with a code, or with both. */
  readonly present: readonly { readonly name: string; readonly status?: number; readonly code?: string | undefined }[];
  /** Members that are made of another one. */
  readonly made: readonly { readonly name: string; readonly make: (error: JsonRecord) => string | undefined }[];
  /** Members that have the value of a header of the same reply. */
  readonly repeated: readonly { readonly name: string; readonly header: string }[];
  /** The codes that a status has, and no others. */
  readonly codes: ReadonlyMap<number, readonly string[]>;
  /** The same of a status of this operation alone, by the words beside it. */
  readonly named: ReadonlyMap<number, readonly string[]>;
  /** The statuses that words name a code with. */
  readonly paired: Paired;
  /** The code and the status of a request without a header that it has to have, by the header. */
  readonly missing: ReadonlyMap<string, { readonly status: number; readonly code: string }>;
}

/** The code that an error has; undefined where it has none that is known to be one. */
function codeIn({ code }: Said, error: JsonRecord): string | undefined {
  const value = code === undefined ? undefined : own(error, code.name);
  return typeof value === 'string' && value.startsWith(code?.front ?? '')
    ? value.slice(code?.front.length ?? 0)
    : undefined;
}

interface Wrong {
  readonly name: string;
  readonly expected: string;
  readonly actual: string;
}

function missingIn(said: Said, status: number, error: JsonRecord): Wrong | undefined {
  const told = codeIn(said, error);
  const owed = said.present.find(
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

function otherThanHeader({ repeated }: Said, { response }: Exchange, error: JsonRecord): Wrong | undefined {
  for (const { name, header } of repeated) {
    const [wanted, shown] = [response?.headers.get(header.toLowerCase()), own(error, name)];
    if (wanted === undefined || typeof shown !== 'string' || shown === wanted) continue;
    return { name, expected: `/${name}: ${brief(wanted)}, as the header ${header} has it`, actual: brief(shown) };
  }
  return undefined;
}

function strangeCode(said: Said, status: number, error: JsonRecord): Wrong | undefined {
  const { codes, code, named } = said;
  const shown = codeIn(said, error);
  const beside = named.get(status);
  const listed = codes.get(status) ?? (beside?.includes(shown ?? '') === false ? beside : undefined);
  const others = [...codes].flatMap(([other, names]) => (other === status ? [] : names));
  const isOther =
    shown !== undefined &&
    (listed?.includes(shown) === false || (listed === undefined && others.includes(shown))) &&
    // What follows the front of an address may be a code of none of them.
    (code?.front === '' || others.includes(shown));
  if (!isOther || code === undefined) return undefined;
  const { name } = code;
  const expected =
    listed === undefined ? `another /${name}: ${shown} is that of another status` : `/${name}: ${listed.join(' or ')}`;
  return { name, expected, actual: `${brief(shown)} with ${status}` };
}

/** A code that words name with other statuses alone, or none of those that they list of its status. */
function codeOfAnother(
  { statuses, named, codes }: Paired,
  operation: Operation,
  status: number,
  error: JsonRecord,
): Wrong | undefined {
  const shown = own(error, 'code');
  if (typeof shown !== 'string') return undefined;
  const wanted = statuses.get(shown);
  const listed = codes.get(status);
  if (wanted?.has(status) === true || (wanted === undefined && listed === undefined)) return undefined;
  // A status of which no word names a code may have any.
  if (!named.has(status) && operation.replies.some((one) => one.status === status)) return undefined;
  return {
    name: 'code',
    expected:
      wanted === undefined
        ? `/code: ${listed?.join(' or ')}, as words say of ${status}`
        : `the status ${[...wanted].join(' or ')}, which words name ${shown} with`,
    actual: `${brief(shown)} with ${status}`,
  };
}

/** The code of a request that lacks one header, and of which nothing else is wrong that is looked at before. */
function otherThanOfMissing(said: Said, request: Request, status: number, error: JsonRecord): Wrong | undefined {
  const shown = codeIn(said, error);
  const lacking = request.operation.parameters.filter(
    ({ in: place, required, name }) => place === 'header' && required && !(name.toLowerCase() in request.headers),
  );
  const [lacked] = lacking;
  const wanted = lacked === undefined ? undefined : said.missing.get(lacked.name);
  if (lacking.length > 1 || wanted?.status !== status || shown === undefined || shown === wanted.code) return undefined;
  const isReadable = request.body === undefined || jsonIn(request.body) !== undefined;
  if (wrongInQuery(request).length > 0 || !isReadable) return undefined;
  const name = said.code?.name ?? '';
  return {
    name,
    expected: `/${name}: ${wanted.code}, as words say of a request without ${lacked?.name}`,
    actual: shown,
  };
}

const saidOf = memoized((operation: Operation) =>
  memoized((schema: Schema): Said => {
    const members = propertiesOf(schema);
    const around = sentencesAround(operation);
    const code = [...members.values()].find(
      (one) =>
        /code$|^(?:error|reason|type|title)$/i.test(one.name) && (keywordOf(one.schema, 'enum')?.length ?? 0) > 2,
    );
    const listed =
      code === undefined ? (listedIn(operation, around, schema) ?? toldIn(operation, around, schema)) : undefined;
    const codes = new Set(
      listed === undefined
        ? (keywordOf(code?.schema ?? {}, 'enum') ?? []).map(String)
        : [...listed.codes.values(), ...(listed.told ?? [])].flat(),
    );
    const beside = [...members.values()].flatMap(({ name, schema: own }) =>
      sentencesOf(String(own.description ?? '')).flatMap((text) => withCodes(name, text, codes)),
    );
    return {
      code: code === undefined ? listed : { name: code.name, front: '' },
      present: [
        ...around.flatMap((text) => [...withStatuses(text, schema), ...ofCodes(text, schema, codes)]),
        ...beside,
      ],
      made: [
        ...around.flatMap((text) => madeBy(text, schema)),
        ...[...members.values()].flatMap((one) => endsWithCode(one, schema)),
      ],
      repeated: [...members.values()].flatMap((one) => repeatedBy(one, around, operation)),
      codes: listed?.codes ?? codesBy(String(code?.schema.description ?? ''), codes),
      named: namedBeside(operation, around, codes),
      paired: pairedIn(operation, around),
      missing: new Map(
        operation.parameters.flatMap(({ in: place, required, name, description }) => {
          const [, status, told = ''] = OF_MISSING.exec(description) ?? [];
          return place === 'header' && required && codes.has(told)
            ? [[name, { status: Number(status), code: told }]]
            : [];
        }),
      ),
    };
  }),
);

/** "Without it the answer is 400 `key_required`", "A request without one is refused with 400 (`key_required`)". */
const OF_MISSING =
  /\b(?:without (?:it|this|one|the header)|missing|absent|left out|omitted|not (?:there|given|sent|present))\b[^.;]{0,60}?\b(4\d\d)\b,? (?:and |with |the code )?\(?`([\w-]+)`/i;

/** "For `moved` there is `current`", "For `bad_query` and `invalid` the member `errors` lists all": codes before the name of a member. */
function ofCodes(text: string, schema: Schema, codes: ReadonlySet<string>): Said['present'] {
  const forms = /^(?:for|with|on|in case of) `/i.test(text) ? NAMES_MEMBER : /^`/.test(text) ? LISTS_IN : undefined;
  const found = PERHAPS.test(text) ? null : (forms?.exec(text) ?? null);
  const name = found?.[1] ?? '';
  if (found === null || !propertiesOf(schema).has(name)) return [];
  return [...text.slice(0, found.index).matchAll(/`([\w-]+)`/g)].flatMap(([, code = '']) =>
    codes.has(code) ? [{ name, code }] : [],
  );
}

const NAMES_MEMBER =
  /\b(?:there (?:is|are)|(?:the )?(?:member|field|property|array|list))(?: (?:also|an?|the|member|field|property|array|list)){0,3} `(\w+)`/i;

/** "`invalid` and `bad_query` list what is wrong in `errors`" */
const LISTS_IN =
  /(?<=^`[\w.-]+`(?:(?:,|,? and|,? or) `[\w.-]+`)*) (?:(?:errors|problems|replies|also|always) ){0,2}(?:lists?|names?|shows?|carr(?:y|ies)|tells?|gives?) [^.;`]{0,60}\bin (?:the (?:member |array |list )?)?`(\w+)`/i;

/** "`requestId` repeats the header `Request-Id`", or beside the member "the same as the `Request-Id` header": one that the replies have. */
function repeatedBy({ name, schema }: Property, around: readonly string[], operation: Operation): Said['repeated'] {
  const beside = sentencesOf(String(schema.description ?? '')).filter((text) => !OF_REQUEST.test(text));
  const texts = [
    ...around.flatMap((text) => new RegExp(REPEATS_HEADER, 'i').exec(text.split(`\`${name}\``)[1] ?? '') ?? []),
    ...around.flatMap((text) => ALSO_IN.exec(text.split(`\`${name}\``)[1] ?? '')?.[1] ?? []),
    ...beside.flatMap((text) => new RegExp(SAME_AS_HEADER, 'i').exec(text) ?? []),
  ].map((one) => (one ?? '').toLowerCase());
  const headers = operation.replies.flatMap((reply) => reply.headers.map((one) => one.name));
  const header = headers.find((one) => texts.includes(one.toLowerCase()));
  return header === undefined || !typesOf(schema).includes('string') ? [] : [{ name, header }];
}

const HEADER =
  '(?:header (?:field )?[`"\']?([a-z]+(?:-[a-z]+)+)\\b|[`"\']?\\b([a-z]+(?:-[a-z]+)+)[`"\']? (?:(?:response|reply) )?header\\b(?! of (?:the|your|a) request))';
const REPEATS_HEADER = `^,? (?:(?:is|repeats?|equals?|holds?|has|carries|contains|copies|mirrors|echoes|gives?|matches)(?: always| also)? )?(?:the same (?:value |id )?as |the (?:value|content|id|text) (?:of|in|from) |that (?:of|in) |as in )?(?:the )?(?:(?:response|reply) )?${HEADER}`;
const SAME_AS_HEADER = `^(?:the )?${HEADER}\\.?$|\\b(?:same (?:value |id )?as|values? (?:of|in|from)|equals?|repeats?|copy of|copies|mirrors|matches|as in|also in)(?: in)? (?:the )?(?:(?:response|reply) )?${HEADER}`;
/** "`requestId`, the value that is also in the answer's `X-Request-Id`" */
const ALSO_IN =
  /^,? (?:which is )?(?:the (?:same )?(?:value|id|text) )?(?:that is |which is )?(?:also|as) in the (?:answer|reply|response)(?:['’]s)? [`"']?([a-z]+(?:-[a-z]+)+)\b/i;
const OF_REQUEST = /\brequest(?:['’]s)? header\b|\bheader [^.;]{0,40}\bof (?:the|your|a) request\b/i;

/** "For 400 `parameter_invalid` and 422 there is an `errors` array". */
function withStatuses(text: string, schema: Schema): Said['present'] {
  const [, name = ''] = HAS_MEMBER.exec(text) ?? [];
  if (!propertiesOf(schema).has(name) || PERHAPS.test(text)) return [];
  return [...text.matchAll(STATUS_AND_CODES)].flatMap(([, status, listed = '']) => {
    const codes = [...listed.matchAll(/`([\w.-]+)`/g)].map(([, code = '']) => code).filter((code) => code !== name);
    const each = codes.length === 0 ? [{}] : codes.map((code) => ({ code }));
    return each.map((one) => ({ name, status: Number(status), ...one }));
  });
}

/** "400 `parameter_invalid`", "`400` `bad_query` / `bad_cursor`" */
const STATUS_AND_CODES = /\b([45]\d\d)\b`?(?:\s+\(?(`[\w.-]+`(?:\s*(?:\/|,|or|and)\s*`[\w.-]+`)*))?/g;

/** "Present with `transition_not_allowed`", "With `transition_not_allowed`." */
const withCodes = (name: string, text: string, codes: ReadonlySet<string>): Said['present'] =>
  PERHAPS.test(text) || !PRESENT_WITH.test(text)
    ? []
    : [...text.matchAll(/`([\w-]+)`/g)].flatMap(([, code = '']) => (codes.has(code) ? [{ name, code }] : []));

const HAS_MEMBER =
  /\b(?:there (?:is|are)|ha(?:s|ve)|carr(?:y|ies)|contains?|includes?|comes? with|holds?|(?:say|tell|list|name|report|show)s? in)(?: \w+){0,4} `(\w+)`/i;
const PRESENT_WITH =
  /^(?:also )?(?:(?:it is )?(?:present|set|given|there|included|returned|sent)|(?:is )?only (?:present|there|set|given))(?: only)? (?:with|for|when|if)\b|^(?:only )?(?:with|for|on|in) `[\w.-]+`(?:(?:,| and| or|, or) `[\w.-]+`)*[.:]?$/i;
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

/** `A URI that ends with a slash and the code`, beside a member. */
function endsWithCode({ name, schema: own }: Property, schema: Schema): Said['made'] {
  const said = sentencesOf(String(own.description ?? '')).find(
    (text) => ENDS_WITH_CODE.test(text) && !PERHAPS.test(text),
  );
  if (said === undefined || name === 'code' || !propertiesOf(schema).has('code')) return [];
  const front = /\bslash\b|\/ and /i.test(said) ? '/' : '';
  const make = ({ code, [name]: shown }: JsonRecord): string | undefined =>
    typeof code !== 'string' ? undefined : String(shown).endsWith(front + code) ? String(shown) : `…${front}${code}`;
  return [{ name, make }];
}

const ENDS_WITH_CODE =
  /^[^.;]{0,40}\bends (?:with|in) (?:a slash and |\/ and )?(?:its |the )?`?code`?(?: itself)?\W*$/i;

const FOLLOWED =
  /`(\w+)`(?: of (?:an?|the|each|every) \w+)?(?: is| equals|:)? (?:always )?`([^`{}]+)`,? (?:(?:followed by|plus|and then) (?:the |its )?`?|with (?:the |its )?`)(\w+)`?/i;
const TEMPLATE =
  /`(\w+)`(?: of (?:an?|the|each|every) \w+)?(?: is| equals|:| has the form) (?:always )?`([^`]*\{(\w+)\}[^`]*)`/i;
