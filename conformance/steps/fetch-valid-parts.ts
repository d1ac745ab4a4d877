import { bodyOf } from '../exchange/subject';
import { requiredQuery } from '../requests/given';
import type { RequestParts } from '../requests/request';
import { knownBody } from '../requests/valid';
import type { CaseContext } from './check';
import { fetchPath } from './fetch-path';

/** The parts of a request of the subject's operation to which nobody can object: where it asks for a record, for one that is there. */
export async function fetchValidParts(
  context: CaseContext,
): Promise<Required<Pick<RequestParts, 'path' | 'query' | 'body'>>> {
  const { subject } = context;
  return {
    path: await fetchPath(context, subject),
    query: requiredQuery(subject, context.options.given),
    body: bodyOf(subject.operation) === undefined ? undefined : knownBody(context, subject).body,
  };
}
