import type { Finding } from '../verdict/result';
import type { ReportContext } from './context';
import { curlInARow, curlOptionsOf, curlsOf } from './curl';

/** The commands that show a finding again: its requests by curl, then its checks by the suite where that sent them. */
export function commandsOf(finding: Finding, context: ReportContext): readonly string[] {
  const { exchanges, isOfKept } = finding;
  const options = curlOptionsOf(context);
  const requests = exchanges.map(({ request }) => request);
  const curls = isOfKept ? [curlInARow(requests, options)] : curlsOf(exchanges, options);
  return [...curls, ...(context.replay === undefined ? [] : [context.replay(finding)])];
}
