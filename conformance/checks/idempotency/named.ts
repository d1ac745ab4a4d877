import { own, propertiesOf } from '../../../openapi/contract';
import { anotherValue, freshValue } from '../../arbitraries/fresh';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, memberedBodyOf, type Subject, takenSteps } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { knownRecordBody } from '../../requests/bodies/record-in-body';
import { uniqueIn } from '../../requests/bodies/unique';
import { fits } from '../../requests/bodies/valid';
import { newName, type RequestParts } from '../../requests/request';
import type { CaseContext } from '../../steps/check';
import { reached, readyPath, sendParts } from '../../steps/paths/paths';
import { recordMarkOf, refusedMark, tryToCreate } from '../../steps/records';
import { hostOf } from '../../steps/ways/owners';
import { walkTo } from '../../steps/ways/ways';
import { CannotJudge, replied, skip, unlessUnjudged } from '../../verdict/verdict';

/** A request under a name of its own. */
export interface Named extends RequestParts {
  /** The text in its body that no other has; undefined where there is no room for one. */
  readonly text?: string;
}

export async function namedParts(context: CaseContext): Promise<Named> {
  // What the server takes is known from then on.
  const { purpose } = context.subject;
  if (purpose?.role === 'create' && hostOf(context.contract, context.subject.operation) === undefined)
    await unlessUnjudged(walkTo(context, purpose.resource));
  else if (purpose?.role === 'create') await tryToCreate(context);
  return { path: await readyPath(context), ...newNameFor(context), ...markedBody(context) };
}

export function newNameFor({ subject }: CaseContext): Pick<RequestParts, 'headers' | 'isNamed'> {
  const headers = newName(subject.operation);
  if (headers === undefined) throw new CannotJudge(skip('no key of a usual form fits its schema'));
  return { headers, isNamed: true };
}

export function markedBody(context: CaseContext): Pick<Named, 'body' | 'text'> {
  const { subject } = context;
  if (memberedBodyOf(subject.operation) === undefined) return {};
  const mark = twinMarkOf(subject);
  if (mark === undefined) return { body: knownRecordBody(context, subject, {}).body };
  const text = refusedMark(context, subject, mark);
  const { body } = knownRecordBody(context, subject, { [mark]: text });
  return { body: withOwnValues(context, body, mark), text };
}

/** The member that marks a record, of which two may have the same value where there is such a one. */
export const twinMarkOf = (subject: Subject): string | undefined =>
  recordMarkOf(
    subject,
    uniqueIn(subject).map(({ name }) => name),
  ) ?? recordMarkOf(subject);

/** The body without what no other record may have, or with values of its own where it has to have that. */
function withOwnValues({ subject, notes, options, known }: CaseContext, body: JsonRecord, mark: string): JsonRecord {
  const media = bodyOf(subject.operation);
  const unique = uniqueIn(subject).filter(({ name }) => name !== mark && own(body, name) !== undefined);
  if (media === undefined || takenSteps(subject).length > 0) return body;
  const without = (left: readonly string[]) => Object.entries(body).filter(([name]) => !left.includes(name));
  const rest = Object.fromEntries(without(unique.map(({ name }) => name)));
  if (fits(media, rest)) return rest;
  const others = unique.flatMap(({ name }) => {
    notes.values.made += 1;
    const schema = propertiesOf(media.schema).get(name)?.schema ?? {};
    const [was, seed] = [own(body, name), options.seed + notes.values.made];
    const shown = subject.purpose === undefined ? [] : known.values(subject.purpose.resource, name);
    const value = freshValue(schema, [...shown, was], seed) ?? anotherValue(schema, [was], seed);
    return value === undefined ? [] : [[name, value] as const];
  });
  const changed = { ...body, ...Object.fromEntries(others) };
  return fits(media, changed) ? changed : body;
}

/** @throws CannotJudge where it is not served */
export async function served(context: CaseContext, parts: RequestParts): Promise<Exchange> {
  const first = reached(context, replied(await sendParts(context, parts)));
  if (!isSuccess(first)) throw new CannotJudge(skip(`it was not done: ${outcomeOf(first)}`));
  return first;
}
