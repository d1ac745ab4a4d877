import type { Resource } from '../../openapi/contract';
import type { KnownRecord } from '../records/known';
import type { CaseContext } from './check';
import { requestWholeList } from './request-list';

/** A record that the server has, preferably one that this run did not create. Where none is known, it asks for a list. */
export async function fetchSomeRecord(context: CaseContext, resource: Resource): Promise<KnownRecord | undefined> {
  const pick = () => {
    const all = [...context.known.collection(resource).records.values()];
    return all.find(({ isCreated }) => !isCreated) ?? all[0];
  };
  const known = pick();
  if (known !== undefined) return known;
  await requestWholeList(context, resource);
  return pick();
}
