import { propertiesOf, stringifyJson, successOf } from '../../../openapi/contract';
import { inOtherCase } from '../../arbitraries/broken';
import { EVERY_STYLE, escaped, STYLES, type Style, written } from '../../arbitraries/spellings';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { type RequestParts, toRequest } from '../../requests/request';
import { fits, knownBody } from '../../requests/valid';
import type { CaseContext, Check } from '../../steps/check';
import { fetchPath } from '../../steps/paths';
import { markOf } from '../../steps/records';
import { clauseOf, fail, PASS, skip, unjudged, type Verdict } from '../../verdict/verdict';

/** However JSON is written: what means the same is taken as the same. What comes back is judged by created.echoed. */
export const inputSpelling: Check = {
  id: 'input.spelling',
  title: 'A body is accepted however its JSON is written',
  level: 'MUST',
  applies: ({ operation }) => bodyOf(operation) !== undefined && successOf(operation) !== undefined,
  clause: (subject) =>
    clauseOf(subject, successOf(subject.operation)?.status ?? 200, 'The body is JSON, and its value alone counts.'),
  cases: (subject) => [
    { name: EVERY_STYLE.what, tier: 2, run: judgeStyles },
    ...(markOf(subject) === undefined
      ? []
      : [
          { name: 'a character of two escapes', tier: 2, run: judgePair } as const,
          { name: 'half a surrogate pair', tier: 2, run: sendHalf } as const,
        ]),
  ],
};

/** All styles at once; where that is not accepted each by itself, and then as everybody writes it. */
async function judgeStyles(context: CaseContext): Promise<Verdict> {
  const path = await fetchPath(context, context.subject);
  const together = await send(context, path, EVERY_STYLE);
  if (isSuccess(together)) return PASS;
  let refused = { exchange: together, what: EVERY_STYLE.what };
  for (const style of STYLES) {
    const exchange = await send(context, path, style);
    if (isSuccess(exchange)) continue;
    refused = { exchange, what: style.what };
    break;
  }
  return compare(context, refused.exchange, refused.what, { path, body: fullBody(context) });
}

/** With every choice that the schema names, and characters beyond ASCII where it has room for them. */
function fullBody(context: CaseContext): JsonRecord {
  const media = bodyOf(context.subject.operation);
  const choices = [...propertiesOf(media?.schema ?? {}).values()].flatMap(({ name, schema, readOnly }) =>
    schema.enum === undefined || readOnly ? [] : [[name, schema.enum[0]] as const],
  );
  const mark = markOf(context.subject);
  const extra = { ...Object.fromEntries(choices), ...(mark === undefined ? {} : { [mark]: '\u00c9mile \u8a9e' }) };
  const { body } = knownBody(context, context.subject, extra);
  return media !== undefined && fits(media, body) ? body : knownBody(context, context.subject).body;
}

/** The same is sent as everybody writes it: where that is refused, too, it is not for the writing. */
async function compare(context: CaseContext, odd: Exchange, what: string, plain: RequestParts): Promise<Verdict> {
  if (odd.response === undefined || odd.response.status >= 500) return unjudged(odd);
  const exchange = await context.send(toRequest(context.subject.operation, plain));
  if (!isSuccess(exchange)) return skip('the same body is not accepted as it is usually written either');
  const actual = `${outcomeOf(odd)} for ${what}`;
  const expected = `${outcomeOf(exchange)}, as for the same value without`;
  return fail({ expected, actual, exchanges: [exchange, odd], key: what });
}

/** Another body each time: a server may ask for a value of its own in each record. */
function send(context: CaseContext, path: JsonRecord, style: Style): Promise<Exchange> {
  const { operation } = context.subject;
  const rawBody = written(fullBody(context), style);
  const type = toRequest(operation, { rawBody }).headers['content-type'] ?? '';
  const headers = { 'content-type': type + (style.parameter ?? '') };
  return context.send(toRequest(operation, { path, rawBody, headers }));
}

/** A character beyond 16 bits, as the two escapes that JSON has for it (RFC 8259 §7). */
async function judgePair(context: CaseContext): Promise<Verdict> {
  const dog = '\u{1F415}';
  const made = withText(context, `Dog ${dog}`);
  if (made === undefined) return skip('no text may have such a character');
  const path = await fetchPath(context, context.subject);
  const rawBody = stringifyJson(made).replaceAll(dog, escaped(dog));
  const exchange = await context.send(toRequest(context.subject.operation, { path, rawBody }));
  return isSuccess(exchange) ? PASS : compare(context, exchange, 'a character of two escapes', { path, body: made });
}

/** What becomes of half a pair is open (RFC 8259 §8.2); the oracles judge that the server copes. */
async function sendHalf(context: CaseContext): Promise<Verdict> {
  if (markOf(context.subject) === context.subject.purpose?.resource.idProperty)
    return skip('the text would be the id of a record, which no path can have');
  const made = withText(context, 'Half a dog');
  if (made === undefined) return skip('no text may have such a character');
  const path = await fetchPath(context, context.subject);
  const rawBody = stringifyJson(made).replace('Half a dog', 'Half a \\ud83d dog');
  const exchange = await context.send(toRequest(context.subject.operation, { path, rawBody }));
  return exchange.response === undefined ? unjudged(exchange) : PASS;
}

/** A body that should be accepted, with this text in it; undefined where no property takes it. */
function withText(context: CaseContext, text: string): JsonRecord | undefined {
  const media = bodyOf(context.subject.operation);
  const { body } = knownBody(context, context.subject, { [markOf(context.subject) ?? '']: text });
  return media !== undefined && fits(media, body) ? body : undefined;
}

/** Members that the contract does not name are refused or passed over; what they leave of the others created.echoed judges. */
export const inputUnknownMembers: Check = {
  id: 'input.unknown-members',
  title: 'Members that the contract does not name do no harm',
  level: 'MUST',
  applies: ({ operation }) => bodyOf(operation) !== undefined && successOf(operation) !== undefined,
  clause: (subject) =>
    clauseOf(
      subject,
      successOf(subject.operation)?.status ?? 200,
      'The members that the schema names are what counts.',
    ),
  cases: () => [
    { name: 'names of every object, and one in another case', tier: 2, run: judgeNames },
    { name: 'a value nested 500 deep', tier: 2, run: judgeDeep },
  ],
};

async function judgeNames(context: CaseContext): Promise<Verdict> {
  const { subject } = context;
  const media = bodyOf(subject.operation);
  const { body } = knownBody(context, subject);
  const members = unknownMembers(context, body);
  const whole = { ...body, ...Object.fromEntries(members) };
  if (media === undefined || !fits(media, whole)) return skip('the schema does not allow for other members');
  const path = await fetchPath(context, subject);
  const together = await context.send(toRequest(subject.operation, { path, body: whole }));
  if (together.response === undefined || together.response.status >= 500) {
    // The oracle that judges the failure shows the shortest request that leads to it.
    for (const member of members)
      await context.send(toRequest(subject.operation, { path, body: { ...body, ...Object.fromEntries([member]) } }));
    return unjudged(together);
  }
  const [lacking] = [...propertiesOf(media.schema).values()].filter(({ required, readOnly }) => required && !readOnly);
  if (lacking === undefined) return PASS;
  const { [lacking.name]: _, ...rest } = body;
  const after = await context.send(toRequest(subject.operation, { path, body: rest }));
  if (after.response === undefined) return unjudged(after);
  if (!isSuccess(after)) return PASS;
  return fail({
    expected: 'a status of 4xx',
    actual: `${outcomeOf(after)} for a body without ${lacking.name}, after one with __proto__`,
    exchanges: [together, after],
    key: 'inherited',
  });
}

function unknownMembers(context: CaseContext, body: JsonRecord): readonly (readonly [string, unknown])[] {
  const mark = markOf(context.subject);
  return [
    ['__proto__', body],
    ['constructor', { prototype: body }],
    ['hasOwnProperty', 1],
    ...(mark === undefined || inOtherCase(mark) === mark ? [] : [[inOtherCase(mark), 'Another'] as const]),
  ];
}

/** Many parsers and validators call themselves for what is inside. It stands where it breaks the schema, so that nobody keeps it. */
async function judgeDeep(context: CaseContext): Promise<Verdict> {
  const { subject } = context;
  const media = bodyOf(subject.operation);
  const { body } = knownBody(context, subject);
  const [name = ''] = Object.keys(body);
  const deep = { ...body, [name]: nestedIn(500), nested: nestedIn(500) };
  if (media === undefined || fits(media, deep)) return skip('the schema allows for it');
  const path = await fetchPath(context, subject);
  const exchange = await context.send(toRequest(subject.operation, { path, body: deep }));
  if (exchange.response === undefined) return unjudged(exchange);
  if (!isSuccess(exchange)) return PASS;
  const actual = `${outcomeOf(exchange)} for ${name} nested 500 deep`;
  return fail({ expected: 'a status of 4xx', actual, exchanges: [exchange], key: 'deep' });
}

const nestedIn = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], []);
