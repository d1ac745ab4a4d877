import type { Role } from '../../../openapi/contract';
import { bodyOf } from '../../exchange/subject';
import { toRequest } from '../../requests/request';
import { knownBody } from '../../requests/valid';
import type { Case, CaseContext, Check, Exhaustion } from '../../steps/check';
import { fetchPath } from '../../steps/paths';
import { rarestChoices } from '../../steps/records';
import { skip, type Verdict } from '../../verdict/verdict';
import { aCase, afterExhaustion, applies, clause } from './exhaustion';
import { sendMarkedCreate } from './send-create';
import { judgeServed } from './served';
import { useUp } from './use-up';

/** Exactly the allowance is served, then 429, whatever is asked for. */
export const limitsEnforced: Check = {
  id: 'limits.enforced',
  title: 'Exactly the allowance is served, then 429',
  level: 'MUST',
  isInARow: true,
  applies,
  clause: (subject) => clause(subject, 'A request over the limit receives 429; one within it does not.'),
  cases: ({ purpose }, { limits }) => {
    if (limits === undefined) return [];
    const { operations } = purpose?.resource ?? {};
    return [
      aCase('the allowance of the limit key', useUp),
      ...(purpose?.resource.filters.length ? [FILTERED] : []),
      ...(operations?.create === undefined ? [] : [CREATE]),
      ...ON_RECORDS.filter((role) => operations?.[role] !== undefined).map(overLimit),
    ];
  },
};

/** What is done to one record, in the order in which it is tried. */
const ON_RECORDS: readonly Role[] = ['read', 'patch', 'replace', 'delete'];

/** The limit is one for all operations. */
const CREATE = aCase('a create over the limit', async (context) =>
  afterExhaustion(context, async (_, exhaustion) => {
    const sent = await sendMarkedCreate(context);
    return 'exchange' in sent ? judgeServed(context, exhaustion, sent.exchange, 'create served') : sent;
  }),
);

/** A list that may be kept apart from the others. */
const FILTERED = aCase('a filtered list over the limit', async (context) =>
  afterExhaustion(context, async (_, exhaustion) => {
    const { operation, purpose } = context.subject;
    const choices = rarestChoices(context);
    const query = Object.fromEntries(
      (purpose?.resource.filters ?? []).flatMap(({ parameter, property }) =>
        choices[property] === undefined ? [] : [[parameter.name, choices[property]]],
      ),
    );
    if (Object.keys(query).length === 0) return skip('no value to filter by is known');
    return judgeServed(
      context,
      exhaustion,
      await context.send(toRequest(operation, { query, credential: 'limit' })),
      'filtered list served',
    );
  }),
);

const overLimit = (role: Role): Case =>
  aCase(`a ${role} over the limit`, async (context) =>
    afterExhaustion(context, (_, exhaustion) => judgeOnRecord(context, exhaustion, role)),
  );

async function judgeOnRecord(context: CaseContext, exhaustion: Exhaustion, role: Role): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const operation = resource?.operations[role];
  if (resource === undefined || operation === undefined) return skip('there is no such operation');
  const subject = { ...context.subject, operation, purpose: { resource, role } };
  const path = await fetchPath({ ...context, subject }, subject);
  const body = bodyOf(operation) === undefined ? undefined : knownBody(context, subject).body;
  const request = toRequest(operation, { path, body, credential: 'limit' });
  return judgeServed(context, exhaustion, await context.send(request), `${role} served`);
}
