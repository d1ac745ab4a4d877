/** The codes of errors, as words and tables tell them, and the member that has them. */
import { jsonMediaType, type Operation, propertiesOf, type Schema, tablesIn, typesOf } from '../../../openapi/contract';
import { sentencesOf } from '../../records/marked';

/** By statuses, the codes that they have, and no others. */
type Codes = ReadonlyMap<number, readonly string[]>;

/** The member that has the code of an error: one of its choices, or what is behind the front of an address. */
export interface CodeMember {
  readonly name: string;
  readonly front: string;
}

/**
 * "`type` is `https://api.example/errors/` followed by one of", and below it a table of statuses and codes: "| 409 | `moved`, `twice` |";
 * or a table whose head names the member.
 */
export function listedIn(
  { around: texts = [] }: Operation,
  around: readonly string[],
  schema: Schema,
): Listed | undefined {
  const members = propertiesOf(schema);
  const isText = (name: string): boolean => typesOf(members.get(name)?.schema ?? {}).includes('string');
  for (const [head = [], ...rows] of texts.flatMap(tablesIn)) {
    const codes = new Map<number, readonly string[]>();
    for (const cells of rows) {
      const status = cells.find((cell) => /^\W*[45]\d\d\W*$/.test(cell))?.replaceAll(/\D/g, '');
      const names = cells
        .map((cell) => cell.replaceAll(/ \([^()]*\)/g, ''))
        .find((cell) => /^`[\w.-]+`(?:(?:,| or|, or) `[\w.-]+`)*$/.test(cell));
      if (status === undefined || names === undefined) continue;
      // A status may have several rows.
      const before = codes.get(Number(status)) ?? [];
      codes.set(Number(status), [...before, ...[...names.matchAll(/`([\w.-]+)`/g)].map(([, name = '']) => name)]);
    }
    if (codes.size < 3) continue;
    const led = around.flatMap((text) => {
      const [, name = '', front = ''] = FOLLOWED_BY_ONE.exec(text) ?? [];
      return isText(name) ? [{ name, front }] : [];
    });
    const headed = head
      .map((cell) => cell.replaceAll(/\W/g, '').replace(/s$/, ''))
      .flatMap((cell) => (/^(?:error)?code$|^error$/i.test(cell) ? [cell, cell.toLowerCase()] : []))
      .find((name) => isText(name) && (!/^error$/i.test(name) || !isText('code')));
    const [named = headed === undefined ? undefined : { name: headed, front: '' }] = led;
    if (named !== undefined) return { ...named, codes };
  }
  return undefined;
}

/** The member that has the codes, and what is listed of them. */
type Listed = CodeMember & { readonly codes: Codes; readonly told?: readonly string[] };

/** A member `code` without choices, of which words name each code where it comes: "`409`, code `taken`", "(codes `a`, `b`)". */
export function toldIn(
  { replies, parameters, body }: Operation,
  around: readonly string[],
  schema: Schema,
): Listed | undefined {
  const member = [...propertiesOf(schema).values()].find(({ name }) => /^(?:error_?)?code$/i.test(name));
  if (member === undefined || !typesOf(member.schema).includes('string')) return undefined;
  const texts = [...around, ...[...replies, ...parameters].map((one) => one.description)];
  const refusals = replies.filter(({ status }) => Number(status) >= 400).map(({ description }) => description);
  const found = [
    ...texts.flatMap((text) => [...text.matchAll(TELLS_CODES), ...text.matchAll(STATUS_AND_CODE)].map(([one]) => one)),
    ...refusals.flatMap((text) => LIST_OF_CODES.exec(text)?.[0] ?? []),
  ];
  const members = new Set([
    ...parameters.map(({ name }) => name),
    ...[
      schema,
      jsonMediaType(body?.content ?? [])?.schema,
      ...replies.map((one) => jsonMediaType(one.content)?.schema),
    ].flatMap((one) => [...propertiesOf(one ?? {}).keys()]),
  ]);
  const told = found.flatMap((text) =>
    [...text.matchAll(/`([\w.-]+)`/g)].flatMap(([, one = '']) => (/^\d+$/.test(one) || members.has(one) ? [] : [one])),
  );
  return told.length < 3 ? undefined : { name: member.name, front: '', codes: new Map(), told };
}

const TELLS_CODES = /\bcodes? (?:is |are |of )?`[\w.-]+`(?:(?:,| or| and|, or|, and) `[\w.-]+`)*/gi;

/** "`409` and `not_payable`", "`422`, `not-valid`", "`409` (`in_use`)": of several words, as no value of a member mostly is. */
const STATUS_AND_CODE = /`?4\d\d`?,? (?:and )?\(?`[a-z][a-z0-9]*(?:[._-][a-z0-9]+)+`/g;
/** What a refusal begins with: "`not_valid`, `not_there` or `in_use`." */
const LIST_OF_CODES =
  /^`[a-z][a-z0-9]*(?:[._-][a-z0-9]+)+`(?:(?:,|,? or|,? and) `[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*`)*(?=[.:;]|$| or (?:an?|one|another) code\b)/;

const FOLLOWED_BY_ONE =
  /`(\w+)`(?: is| equals|:| begins with| starts with)? (?:always )?`([^`{}]+)`,? (?:followed by|plus|and then|with) (?:one|any|either) of\b/i;

/** "409: The address is taken (`duplicate`)": where each of the reasons of a status has its code, and what is said elsewhere of that status. */
export function namedBeside(
  { replies, summary, description, parameters }: Operation,
  around: readonly string[],
  codes: ReadonlySet<string>,
): Codes {
  const codesIn = (text: string): readonly string[] =>
    [...text.matchAll(/[`(]([\w.-]+)[`)]/g)].flatMap(([, one = '']) => (codes.has(one) ? [one] : []));
  const elsewhere = [...around, ...parameters.map((one) => one.description)].flatMap(sentencesOf);
  return new Map(
    replies.flatMap((reply) => {
      const reasons = reply.description
        // "missing or unknown (code `unauthenticated`)" has one code.
        .split(/[.;](?:\s+|$)|,\s+(?:or\s+|and\s+)?(?!`)|\s+or\s+(?!\w+ \(codes? `|`)/)
        .filter((one) => /\w/.test(one));
      const status = Number(reply.status);
      const isWhole = reasons.length > 0 && reasons.every((one) => codesIn(one).length > 0);
      if (!(status >= 400) || !isWhole || EXAMPLE.test(reply.description)) return [];
      const also = elsewhere.filter((text) => text.includes(String(status)) || !/\b[45]\d\d\b/.test(text));
      return [[status, [...new Set([reply.description, summary, description, ...also].flatMap(codesIn))]] as const];
    }),
  );
}

const EXAMPLE =
  /\b(?:typical\w*|common\w*|includ\w+|e\.g\.|for (?:example|instance)|such as|among others|usually|mostly|like|may|might)\b|…|\.\.\./i;

/** "400 parameter_invalid, cursor_invalid; 401 unauthenticated": parts that are a status and codes, and nothing else. */
export function codesBy(description: string, codes: ReadonlySet<string>): Codes {
  const flat = description
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ')
    .split(/[;.](?:\s|$)/);
  return new Map(
    flat.flatMap((part) => {
      const [, status, listed = ''] =
        /^\W*([45]\d\d):? ([\w.-]+(?:(?:, | or |, or )[\w.-]+)*)\W*$/.exec(part.trim()) ?? [];
      const names = listed.split(/, or |, | or /);
      return status !== undefined && names.every((one) => codes.has(one)) ? [[Number(status), names] as const] : [];
    }),
  );
}

/** Of each code the statuses that words name it with; and of a status that is in a list of all codes, those that it has. */
export interface Paired {
  readonly statuses: ReadonlyMap<string, ReadonlySet<number>>;
  /** Of statuses of which words name codes. */
  readonly named: ReadonlySet<number>;
  readonly codes: Codes;
}

/**
 * "409 `moved`", "`moved` (409)", "409: `twice` if it is there already, `moved` where it has gone", the codes in the description of a refusal;
 * and in one sentence about codes "401 unauthorized, 403 forbidden, 404 not_found".
 */
export function pairedIn({ replies, summary, description }: Operation, around: readonly string[]): Paired {
  const statuses = new Map<string, Set<number>>();
  const listed = new Set<number>();
  const pair = (code: string, status: number): void => {
    statuses.set(code, (statuses.get(code) ?? new Set()).add(status));
  };
  for (const text of [...[summary ?? '', description ?? ''].flatMap(sentencesOf), ...around]) {
    for (const [code, status] of pairsIn(text)) pair(code, status);
    const row = EXAMPLE.test(text) || OF_SOME.test(text) ? '' : (LISTED.exec(text)?.[1] ?? '');
    for (const [, status = '', code = ''] of row.matchAll(IN_ROW)) {
      pair(code, Number(status));
      listed.add(Number(status));
    }
  }
  for (const reply of replies.filter(({ status }) => Number(status) >= 400))
    for (const [code, status] of pairsIn(reply.description, Number(reply.status))) pair(code, status);
  const codesOf = (status: number): readonly string[] =>
    [...statuses].flatMap(([code, some]) => (some.has(status) ? [code] : []));
  return {
    statuses,
    named: new Set([...statuses.values()].flatMap((some) => [...some])),
    codes: new Map([...listed].map((status) => [status, codesOf(status)])),
  };
}

/** The codes of a clause that has one status at most, which stands before them; where it has several, those right beside one. */
function pairsIn(text: string, before?: number): readonly (readonly [code: string, status: number])[] {
  return text.split(/;\s|\.\s/).flatMap((clause) => {
    const beside = [...clause.matchAll(BESIDE)].map(
      ([, status, behind, code = '', last]) => [behind ?? code, Number(status ?? last)] as const,
    );
    const [status, ...more] = clause.match(STATUS) ?? [];
    const at = status === undefined ? 0 : clause.indexOf(status);
    const front = clause.slice(0, at);
    const isLed = status === undefined ? before !== undefined : /^\W*$/.test(front) && more.length === 0;
    const codes = isLed ? [...clause.slice(at).matchAll(CODE)].map(([, code = '']) => code) : [];
    return [...beside, ...codes.map((code) => [code, Number(status ?? before)] as const)];
  });
}

const STATUS = /(?<![\w.-])[45]\d\d(?![\w-]|\.\d)/g;
const CODE = /(?<![\w./-])`?([a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)`?(?![\w/-]|\.\w)/g;
/** "409 `moved`", "409: `moved`", "`moved` (409)", "`moved` comes with 409" */
const BESIDE =
  /(?<![\w.-])(?<![45]\d\d`?(?:, ?| or | and |\/))`?([45]\d\d)`?(?: |: | \(| code )`([a-z][\w-]*)`|`([a-z][\w-]*)`,? (?:\(|is an? |(?:comes|goes|answers) with |as )`?([45]\d\d)(?!\d|`?(?:, ?| or | and |\/)`?[45]\d\d)/g;
/** A list that others go beside. */
const OF_SOME = /\b(?:general\w*|generic|default|main|most|some|basic|frequent\w*|further|more|others?)\b/i;
/** Four and more of them one after the other, of codes. */
const LISTED = /\bcodes?\b[^.;]{0,30}?((?:`?[45]\d\d`? `?[a-z][\w-]*`?(?:, (?:and )?| and |(?=[.;]|$))){4,})/i;
const IN_ROW = /`?([45]\d\d)`? `?([a-z][\w-]*)`?/g;
