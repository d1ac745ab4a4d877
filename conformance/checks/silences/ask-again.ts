import { toRequest } from '../../requests/request';
import type { CaseContext } from '../../steps/check';
import { longestPage, requestList } from '../../steps/lists';

/** So often the same list is asked for. */
const TIMES = 8;

export async function sendAgain(context: CaseContext): Promise<undefined> {
  const { resource } = context.subject.purpose ?? {};
  for (let time = 0; resource !== undefined && time < TIMES; time += 1) await requestList(context, resource, {});
}

export async function sendTakingGzip(context: CaseContext): Promise<undefined> {
  const { operation, purpose } = context.subject;
  if (purpose === undefined) return;
  const headers = { 'accept-encoding': 'gzip' };
  await context.send(toRequest(operation, { query: longestPage(purpose.resource), headers }));
}
