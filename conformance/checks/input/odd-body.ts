import { propertiesOf, stringifyJson, successOf } from '../../../openapi/contract';
import { inOtherCase } from '../../arbitraries/broken';
import { EVERY_STYLE, escaped, STYLES, type Style, written } from '../../arbitraries/spellings';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { isForItsReasons } from '../../exchange/refusals';
import { bodyOf, type Subject, strictBodyOf } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { fits, knownBody } from '../../requests/bodies/valid';
import { type RequestParts, toRequest } from '../../requests/request';
import type { Case, CaseContext, Check } from '../../steps/check';
import { fetchPath, sendParts } from '../../steps/paths/paths';
import { bodyWith, markOf } from '../../steps/records';
import { sendApart } from '../../steps/send-valid';
import { answered, CannotJudge, clauseOf, fail, PASS, replied, skip, type Verdict, warn } from '../../verdict/verdict';

const applies = ({ operation }: Subject): boolean =>
  strictBodyOf(operation) !== undefined && successOf(operation) !== undefined;
const clause = (subject: Subject, sentence: string) =>
  clauseOf(subject, successOf(subject.operation)?.status ?? 200, sentence);
const oddCase = (name: string, run: Case['run']): Case => ({ name, tier: 2, run });

/** However JSON is written: what means the same is taken as the same. What comes back is judged by created.echoed. */
export const inputSpelling: Check = {
  id: 'input.spelling',
  isShownByFew: true,
  isOfAll: true,
  title: 'A body is accepted however its JSON is written',
  level: 'MUST',
  applies,
  clause: (subject) => clause(subject, 'The body is JSON, and its value alone counts.'),
  cases: (subject) => [
    oddCase(EVERY_STYLE.what, judgeStyles),
    ...(markOf(subject) === undefined
      ? []
      : [oddCase('a character of two escapes', judgePair), oddCase('half a surrogate pair', judgeHalf)]),
  ],
};

/** All styles at once; where that is not accepted each by itself, and then as usual. */
async function judgeStyles(context: CaseContext): Promise<Verdict> {
  const path = await fetchPath(context);
  const together = await sendStyled(context, path, EVERY_STYLE);
  if (isSuccess(together)) return PASS;
  let refused = { exchange: together, what: EVERY_STYLE.what };
  for (const style of STYLES) {
    const exchange = await sendStyled(context, path, style);
    if (isSuccess(exchange)) continue;
    refused = { exchange, what: style.what };
    break;
  }
  return compare(context, refused.exchange, refused.what, { path, body: fullBody(context) });
}

/** Another body each time: a server may ask for a value of its own in each record. */
function sendStyled(context: CaseContext, path: JsonRecord, style: Style): Promise<Exchange> {
  const rawBody = written(fullBody(context), style);
  const type = toRequest(context.subject.operation, { rawBody }).headers['content-type'] ?? '';
  return sendParts(context, { path, rawBody, headers: { 'content-type': type + (style.parameter ?? '') } });
}

/** With every choice that the schema names, and characters beyond ASCII where it has room for them. */
function fullBody(context: CaseContext): JsonRecord {
  const { subject } = context;
  const choices = [...propertiesOf(bodyOf(subject.operation)?.schema ?? {}).values()].flatMap(
    ({ name, schema, readOnly }) => (schema.enum === undefined || readOnly ? [] : [[name, schema.enum[0]] as const]),
  );
  const mark = markOf(subject);
  const text = mark === undefined ? {} : { [mark]: '\u00c9mile \u8a9e' };
  return bodyWith(context, { ...Object.fromEntries(choices), ...text }) ?? knownBody(context, subject).body;
}

/** The same is sent as it is usually written: where that is refused, too, it is not for the writing. */
async function compare(context: CaseContext, odd: Exchange, what: string, plain: RequestParts): Promise<Verdict> {
  answered(odd);
  const exchange = await sendParts(context, plain);
  if (!isSuccess(exchange)) return skip('the same body is not accepted as it is usually written either');
  return (isForItsReasons(odd) ? warn : fail)({
    expected: `${outcomeOf(exchange)}, as for the same value without`,
    actual: `${outcomeOf(odd)} for ${what}`,
    exchanges: [exchange, odd],
    key: what,
  });
}

/** A character beyond 16 bits, as the two escapes that JSON has for it (RFC 8259 §7). */
async function judgePair(context: CaseContext): Promise<Verdict> {
  const dog = '\u{1F415}';
  const { exchange, plain } = await sendText(context, `Dog ${dog}`, `Dog ${escaped(dog)}`);
  return isSuccess(exchange) ? PASS : compare(context, exchange, 'a character of two escapes', plain);
}

/** What becomes of half a pair is open (RFC 8259 §8.2); the oracles judge that the server copes. */
async function judgeHalf(context: CaseContext): Promise<Verdict> {
  if (markOf(context.subject) === context.subject.purpose?.resource.idProperty)
    return skip('the text would be the id of a record, which no path can have');
  const { exchange } = await sendText(context, 'Half a dog', 'Half a \\ud83d dog');
  replied(exchange);
  return PASS;
}

/** Sends a body with a text in it, which is written in another way. @throws CannotJudge where no property takes it */
async function sendText(context: CaseContext, text: string, odd: string) {
  const body = bodyWith(context, { [markOf(context.subject) ?? '']: text });
  if (body === undefined) throw new CannotJudge(skip('no text may have such a character'));
  const path = await fetchPath(context);
  const rawBody = stringifyJson(body).replace(text, odd);
  return { exchange: await sendParts(context, { path, rawBody }), plain: { path, body } };
}

/** Members that the contract does not name are refused or passed over; what they leave of the others created.echoed judges. */
export const inputUnknownMembers: Check = {
  id: 'input.unknown-members',
  isShownByFew: true,
  isOfAll: true,
  title: 'Members that the contract does not name do no harm',
  level: 'MUST',
  applies,
  clause: (subject) => clause(subject, 'The members that the schema names are what counts.'),
  cases: () => [
    oddCase('names of every object, and one in another case', judgeNames),
    oddCase('a value nested 500 deep', judgeDeep),
  ],
};

async function judgeNames(context: CaseContext): Promise<Verdict> {
  const { subject } = context;
  const media = bodyOf(subject.operation);
  const { body } = knownBody(context, subject);
  const members = unknownMembers(subject, body);
  if (media === undefined || !fits(media, { ...body, ...Object.fromEntries(members) }))
    return skip('the schema does not allow for other members');
  const path = await fetchPath(context);
  const together = await sendApart(members, (some) =>
    sendParts(context, { path, body: { ...body, ...Object.fromEntries(some) } }),
  );
  const [lacking] = [...propertiesOf(media.schema).values()].filter(({ required, readOnly }) => required && !readOnly);
  if (lacking === undefined) return PASS;
  const { [lacking.name]: _, ...rest } = body;
  const after = replied(await sendParts(context, { path, body: rest }));
  if (!isSuccess(after)) return PASS;
  return fail({
    expected: 'a status of 4xx',
    actual: `${outcomeOf(after)} for a body without ${lacking.name}, after one with __proto__`,
    exchanges: [together, after],
    key: 'inherited',
  });
}

function unknownMembers(subject: Subject, body: JsonRecord): readonly (readonly [string, unknown])[] {
  const mark = markOf(subject);
  return [
    ['__proto__', body],
    ['constructor', { prototype: body }],
    ['hasOwnProperty', 1],
    ...(mark === undefined || inOtherCase(mark) === mark ? [] : [[inOtherCase(mark), 'Another'] as const]),
  ];
}

/** Many parsers and validators call themselves for what is inside. It stands where it breaks the schema, so that no server keeps it. */
async function judgeDeep(context: CaseContext): Promise<Verdict> {
  const { subject } = context;
  const media = bodyOf(subject.operation);
  const { body } = knownBody(context, subject);
  const [name = ''] = Object.keys(body);
  const deep = { ...body, [name]: nestedIn(500), nested: nestedIn(500) };
  if (media === undefined || fits(media, deep)) return skip('the schema allows for it');
  const path = await fetchPath(context);
  const exchange = replied(await sendParts(context, { path, body: deep }));
  if (!isSuccess(exchange)) return PASS;
  const actual = `${outcomeOf(exchange)} for ${name} nested 500 deep`;
  return fail({ expected: 'a status of 4xx', actual, exchanges: [exchange], key: 'deep' });
}

const nestedIn = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], []);
