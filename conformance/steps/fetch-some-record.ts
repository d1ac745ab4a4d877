import type { Resource } from '../../openapi/contract';
import type { CaseContext } from '../model/check';
import type { JsonRecord } from '../model/records';
import { requestWholeList } from './request-whole-list';

/** A record that the server has; one of before this run rather than one that it made. */
export async function fetchSomeRecord(context: CaseContext, resource: Resource): Promise<JsonRecord | undefined> {
  const pick = () => {
    const created = context.known.created(resource.name);
    const all = [...context.known.records(resource.name)];
    return (all.find(([id]) => !created.has(id)) ?? all[0])?.[1];
  };
  const known = pick();
  if (known !== undefined) return known;
  await requestWholeList(context, resource);
  return pick();
}
