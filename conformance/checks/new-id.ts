import type { CaseContext, Check } from '../model/check';
import { knownBody } from '../model/valid';
import type { Verdict } from '../model/verdict';
import { newId } from '../relations/new-id';
import { createRecord } from '../steps/create-record';
import { fetchSomeRecord } from '../steps/fetch-some-record';

export const createdNewId: Check = {
  ...newId,
  cases: () => [{ name: 'two records', tier: 1, cost: 3, run: createTwo }],
};

/** The same body twice makes two records. */
async function createTwo(context: CaseContext): Promise<Verdict | readonly Verdict[]> {
  const { purpose } = context.subject;
  if (purpose === undefined) return [];
  await fetchSomeRecord(context, purpose.resource);
  const { body } = knownBody(context, context.subject);
  for (let count = 0; count < 2; count += 1) {
    const made = await createRecord(context, body);
    if (!('record' in made)) return made;
  }
  return [];
}
