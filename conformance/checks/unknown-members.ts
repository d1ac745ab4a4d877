import { propertiesOf, successOf } from '../../openapi/contract';
import { inOtherCase } from '../arbitraries/broken';
import { isSuccess, outcomeOf } from '../exchange/exchange';
import { bodyOf } from '../exchange/subject';
import type { JsonRecord } from '../records/records';
import { toRequest } from '../requests/request';
import { fits, knownBody } from '../requests/valid';
import type { CaseContext, Check } from '../steps/check';
import { fetchPath } from '../steps/paths';
import { markOf } from '../steps/records';
import { clauseOf, fail, PASS, skip, unjudged, type Verdict } from '../verdict/verdict';

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
